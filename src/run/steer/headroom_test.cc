#include "run/steer/headroom.h"

#include <gtest/gtest.h>

namespace redcode::steer {
namespace {

constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30U;
constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;

Readings plenty() {
  return {.memory = 16 * gibibyte,
          .memory_available = 12 * gibibyte,
          .memory_pressure = 0.0,
          .cpu_pressure = 0.0,
          .io_pressure = 0.0,
          .disks = {{.bytes = 100 * gibibyte,
                     .bytes_free = 50 * gibibyte,
                     .inodes = 1'000'000,
                     .inodes_free = 500'000}}};
}

Readings with_memory(std::uint64_t available) {
  Readings readings = plenty();
  readings.memory_available = available;
  return readings;
}

Readings with_pressure(double memory, double cpu = 0, double io = 0) {
  Readings readings = plenty();
  readings.memory_pressure = memory;
  readings.cpu_pressure = cpu;
  readings.io_pressure = io;
  return readings;
}

Readings with_disk(Space disk) {
  Readings readings = plenty();
  readings.disks.push_back(disk);
  return readings;
}

struct Row {
  const char* what;
  Readings readings;
  std::size_t now_open;
  Allowance last;
  Allowance wanted;
};

void expect_all(const std::vector<Row>& rows, const Needs& needs) {
  for (const Row& row : rows) {
    const Allowance got = allowed(row.readings, needs, row.now_open, row.last);

    EXPECT_EQ(got.sandboxes, row.wanted.sandboxes) << row.what;
    EXPECT_EQ(got.why_slow, row.wanted.why_slow) << row.what;
  }
}

TEST(Allowed, IsWhatWasAskedForWhileThereIsPlenty) {
  Readings silent;  // a host that tells nothing

  expect_all({{"plenty", plenty(), 64, {64, ""}, {64, ""}},
              {"nothing told", silent, 64, {64, ""}, {64, ""}},
              {"a lower wish than before", plenty(), 80, {80, ""}, {64, ""}}},
             {.most = 64});
}

TEST(Allowed, HalvesWhenMemoryIsShort) {
  // 5 % of 16 GiB are 819 MiB.
  expect_all({{"below the reserve", with_memory(800 * mebibyte), 64, {64, ""}, {32, "memory"}},
              {"above it", with_memory(830 * mebibyte), 64, {64, ""}, {64, ""}},
              {"pressure", with_pressure(20.1), 64, {64, ""}, {32, "memory"}},
              {"hardly any", with_pressure(20), 64, {64, ""}, {64, ""}},
              {"fewer open than allowed", with_pressure(50), 10, {64, ""}, {5, "memory"}},
              {"the cut is still on its way", with_pressure(50), 50, {32, ""}, {32, "memory"}},
              {"it came into effect", with_pressure(50), 32, {32, ""}, {16, "memory"}},
              {"one is always allowed", with_memory(0), 1, {1, ""}, {1, "memory"}},
              {"even if none is open", with_memory(0), 0, {64, ""}, {1, "memory"}}},
             {.most = 64});
}

TEST(Allowed, KeepsHalfAGibibyteOnASmallHost) {
  Readings readings = with_memory(500 * mebibyte);
  readings.memory = 2 * gibibyte;

  EXPECT_EQ(allowed(readings, {.most = 8}, 8, {8, ""}), (Allowance{4, "memory"}));
}

TEST(Allowed, GrowsByOneWhileThereIsRoom) {
  expect_all({{"room", plenty(), 8, {8, "memory"}, {9, "memory"}},
              {"the last step", plenty(), 63, {63, "memory"}, {64, ""}},
              {"just out of need", with_memory(900 * mebibyte), 8, {8, "memory"}, {8, "memory"}},
              {"pressure not gone", with_pressure(15), 8, {8, "memory"}, {8, "memory"}},
              {"processors are busy", with_pressure(0, 61), 8, {8, "memory"}, {8, "cpu"}},
              {"disks are busy", with_pressure(0, 0, 61), 8, {8, "memory"}, {8, "io"}}},
             {.most = 64});
}

TEST(Headroom, CountsHowLongThereIsNoRoomAndNothingToComeOfIt) {
  Headroom headroom({.most = 4}, {});
  const Readings full = with_disk({.bytes = 8 * gibibyte, .bytes_free = mebibyte});

  for (int i = 0; i < 3; ++i) headroom.judge(full, 2);
  EXPECT_EQ(headroom.looks_without_room(), 0U) << "what is open may give some back";
  for (int i = 0; i < 3; ++i) headroom.judge(full, 0);
  EXPECT_EQ(headroom.looks_without_room(), 3U);
  headroom.judge(plenty(), 0);
  EXPECT_EQ(headroom.looks_without_room(), 0U);
}

TEST(Allowed, OpensNothingOnADiskThatIsNearlyFull) {
  expect_all(
      {{"few bytes",
        with_disk({.bytes = 8 * gibibyte, .bytes_free = 511 * mebibyte}),
        7,
        {64, ""},
        {7, "disk"}},
       {"a small share",
        with_disk({.bytes = 100 * gibibyte, .bytes_free = 1900 * mebibyte}),
        7,
        {64, ""},
        {7, "disk"}},
       {"enough",
        with_disk({.bytes = 100 * gibibyte, .bytes_free = 2100 * mebibyte}),
        7,
        {64, ""},
        {64, ""}},
       {"a small share of a large disk",
        with_disk({.bytes = 10240 * gibibyte, .bytes_free = 190 * gibibyte}),
        7,
        {64, ""},
        {64, ""}},
       {"little of a large disk",
        with_disk({.bytes = 10240 * gibibyte, .bytes_free = 4 * gibibyte}),
        7,
        {64, ""},
        {7, "disk"}},
       {"a small share of very many inodes",
        with_disk({.bytes = gibibyte,
                   .bytes_free = gibibyte,
                   .inodes = 600'000'000,
                   .inodes_free = 1'000'000}),
        7,
        {64, ""},
        {64, ""}},
       {"few inodes",
        with_disk({.bytes = gibibyte, .bytes_free = gibibyte, .inodes = 1000, .inodes_free = 19}),
        0,
        {64, ""},
        {0, "disk"}},
       {"a file system without inodes",
        with_disk({.bytes = gibibyte, .bytes_free = gibibyte}),
        0,
        {64, ""},
        {64, ""}},
       {"one that tells nothing", with_disk({}), 0, {64, ""}, {64, ""}},
       {"room again", plenty(), 0, {0, "disk"}, {2, "disk"}}},
      {.most = 64});
}

TEST(Allowed, CountsWhatEachIsExpectedToTake) {
  const Needs needs{.most = 64, .memory_each = gibibyte};

  // 12 GiB less 819 MiB are room for 11 more.
  expect_all({{"from none", plenty(), 0, {64, ""}, {11, "memory"}},
              {"beside others", plenty(), 20, {64, ""}, {31, "memory"}},
              {"all fit", plenty(), 60, {64, ""}, {64, ""}}},
             needs);
}

TEST(Meminfo, IsReadByName) {
  const std::string_view text = "MemTotal:       16318540 kB\nMemAvailable:    8000000 kB\n";

  EXPECT_EQ(meminfo_bytes(text, "MemAvailable"), 8'000'000ULL * 1024);
  EXPECT_EQ(meminfo_bytes(text, "MemTotal"), 16'318'540ULL * 1024);
  EXPECT_EQ(meminfo_bytes(text, "Mem"), 0U);
}

TEST(Pressure, IsTheShareOfTenSeconds) {
  EXPECT_EQ(pressure_of("some avg10=12.50 avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00"), 12.5);
  EXPECT_EQ(pressure_of(""), std::nullopt);
  EXPECT_EQ(pressure_of("some avg10=lots"), std::nullopt);
}

TEST(ReadHost, TellsOfThisOne) {
  const Readings readings = read_host({"/", "/no/such/folder"});

  EXPECT_GT(readings.memory_available, 0U);
  EXPECT_GE(readings.memory, readings.memory_available);
  ASSERT_EQ(readings.disks.size(), 1U);
  EXPECT_GT(readings.disks[0].bytes, 0U);
}

}  // namespace
}  // namespace redcode::steer
