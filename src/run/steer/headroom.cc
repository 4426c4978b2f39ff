#include "run/steer/headroom.h"

#include <sys/statvfs.h>

#include <algorithm>
#include <charconv>

#include "base/small_file.h"
#include "base/text.h"

namespace redcode::steer {
namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;
constexpr std::uint64_t least_free = 512 * mebibyte;  // of memory, and of a disk
constexpr std::uint64_t most_wanted_free = 5 * 1024 * mebibyte;
constexpr std::uint64_t most_wanted_inodes = 500'000;
constexpr double squeezed = 20;  // memory pressure at which the limit is halved
constexpr double eased = 10;     // ... below which it may grow again
constexpr double busy =
    60;  // pressure on processors or disks that more sandboxes would only add to

std::uint64_t reserve_of(const Readings& readings) {
  return std::max(least_free, readings.memory / 20);
}

bool memory_short(const Readings& readings) {
  if (readings.memory_pressure.value_or(0) > squeezed) return true;
  return readings.memory > 0 && readings.memory_available < reserve_of(readings);
}

// More than not being short: or the limit would go up and down each second.
bool memory_to_spare(const Readings& readings, const Needs& needs) {
  if (readings.memory_pressure.value_or(0) > eased) return false;
  const std::uint64_t wanted =
      reserve_of(readings) + std::max(needs.memory_each, reserve_of(readings) / 4);
  return readings.memory == 0 || readings.memory_available >= wanted;
}

// What keeps the limit from growing; "" if nothing does.
std::string obstacle(const Readings& readings, const Needs& needs) {
  if (!memory_to_spare(readings, needs)) return "memory";
  if (readings.cpu_pressure.value_or(0) > busy) return "cpu";
  if (readings.io_pressure.value_or(0) > busy) return "io";
  return {};
}

// So many fit into what is available, if each takes what is expected of it.
std::size_t that_fit(const Readings& readings, const Needs& needs, std::size_t now_open) {
  if (needs.memory_each == 0 || readings.memory == 0) return needs.most;
  const std::uint64_t reserve = reserve_of(readings);
  const std::uint64_t room =
      readings.memory_available > reserve ? readings.memory_available - reserve : 0;
  return now_open + static_cast<std::size_t>(room / needs.memory_each);
}

std::optional<Space> space_of(const std::filesystem::path& folder) {
  struct statvfs told{};
  if (statvfs(folder.c_str(), &told) != 0) return std::nullopt;
  return Space{.bytes = std::uint64_t{told.f_blocks} * told.f_frsize,
               .bytes_free = std::uint64_t{told.f_bavail} * told.f_frsize,
               .inodes = told.f_files,
               .inodes_free = told.f_favail};
}

}  // namespace

// A fiftieth of a small disk; of a large one that would be more than any run needs.
bool nearly_full(const Space& disk) {
  const std::uint64_t bytes_wanted =
      std::max(least_free, std::min(disk.bytes / 50, most_wanted_free));
  const std::uint64_t inodes_wanted = std::min(disk.inodes / 50, most_wanted_inodes);
  return (disk.bytes > 0 && disk.bytes_free < bytes_wanted) ||
         (disk.inodes > 0 && disk.inodes_free < inodes_wanted);
}

Allowance allowed(const Readings& readings, const Needs& needs, std::size_t now_open,
                  const Allowance& last) {
  const std::size_t most = std::max<std::size_t>(needs.most, 1);
  // 0 was a full disk's: from there it grows as from one.
  const std::size_t limit = std::clamp<std::size_t>(last.sandboxes, 1, most);
  if (std::ranges::any_of(readings.disks, nearly_full)) return {now_open, "disk"};
  if (memory_short(readings)) {
    // A cut that has not come into effect yet is not followed by another.
    if (now_open > limit) return {limit, "memory"};
    return {std::max<std::size_t>(now_open / 2, 1), "memory"};
  }
  const std::size_t fit = std::clamp<std::size_t>(that_fit(readings, needs, now_open), 1, most);
  if (fit < limit) return {fit, "memory"};
  if (limit >= most) return {most, ""};
  if (std::string why = obstacle(readings, needs); !why.empty()) return {limit, std::move(why)};
  const std::size_t grown = std::min(limit + 1, fit);
  return {grown, grown < most ? last.why_slow : ""};
}

std::uint64_t meminfo_bytes(std::string_view meminfo, std::string_view name) {
  for (const std::string& line : split(meminfo, '\n')) {
    if (!line.starts_with(name) || line.substr(name.size(), 1) != ":") continue;
    const std::string_view value = trim(std::string_view(line).substr(name.size() + 1));
    std::uint64_t kibibytes = 0;
    std::from_chars(value.data(), value.data() + value.size(), kibibytes);
    return kibibytes * 1024;
  }
  return 0;
}

std::optional<double> pressure_of(std::string_view text) {
  constexpr std::string_view start = "some avg10=";
  if (!text.starts_with(start)) return std::nullopt;
  text.remove_prefix(start.size());
  double share = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), share);
  return read.ec == std::errc{} ? std::optional(share) : std::nullopt;
}

Readings read_host(const std::vector<std::filesystem::path>& folders) {
  const std::string meminfo = read_small_file("/proc/meminfo");
  Readings readings{.memory = meminfo_bytes(meminfo, "MemTotal"),
                    .memory_available = meminfo_bytes(meminfo, "MemAvailable"),
                    .memory_pressure = pressure_of(read_small_file("/proc/pressure/memory")),
                    .cpu_pressure = pressure_of(read_small_file("/proc/pressure/cpu")),
                    .io_pressure = pressure_of(read_small_file("/proc/pressure/io"))};
  for (const std::filesystem::path& folder : folders) {
    if (const std::optional<Space> disk = space_of(folder)) readings.disks.push_back(*disk);
  }
  return readings;
}

}  // namespace redcode::steer
