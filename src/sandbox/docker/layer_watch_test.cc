#include "sandbox/docker/layer_watch.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <string>

#include "base/temp_dir.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;

constexpr LayerSize boundless{.bytes = UINT64_MAX, .entries = UINT64_MAX};

void write(const std::filesystem::path& path, std::size_t bytes) {
  std::ofstream(path) << std::string(bytes, 'x');
}

TEST(LayerSize, CountsWhatIsInFolders) {
  const TempDir dir("layer");
  const std::filesystem::path upper = dir.path() / "upper";
  std::filesystem::create_directories(upper / "a/b");
  write(upper / "a/b/file", 100'000);
  std::filesystem::create_hard_link(upper / "a/b/file", upper / "again");
  std::filesystem::create_symlink("/usr", upper / "link");

  const LayerSize size = size_of_layer(upper, boundless);

  EXPECT_EQ(size.entries, 5U);
  EXPECT_GE(size.bytes, 98'000U);
  EXPECT_LT(size.bytes, 160'000U);
}

TEST(LayerSize, GoesNoFurtherThanItNeeds) {
  const TempDir dir("layer");
  const std::filesystem::path upper = dir.path() / "upper";
  std::filesystem::create_directory(upper);
  for (int i = 0; i < 100; ++i) write(upper / std::to_string(i), 1);

  EXPECT_EQ(size_of_layer(upper, {.bytes = UINT64_MAX, .entries = 10}).entries, 11U);
  EXPECT_TRUE(size_of_layer(upper, {.bytes = 4096, .entries = 1000}).is_over({4096, 1000}));
}

TEST(LayerSize, NestingThatHidesFilesIsTooMuch) {
  const TempDir dir("layer");
  std::filesystem::path at = dir.path() / "upper";
  for (int i = 0; i < 300; ++i) at /= "d";
  std::filesystem::create_directories(at);

  EXPECT_TRUE(size_of_layer(dir.path() / "upper", usual_layer).is_over(usual_layer));
}

TEST(LayerWatch, EndsWhatRunsInALayerThatIsTooLarge) {
  std::atomic<std::uint64_t> written = 10;
  std::atomic<int> looks = 0;
  std::promise<void> ended;
  std::atomic<bool> told = false;
  LayerWatch watch;
  const auto watched = watch.watch({.measure =
                                        [&] {
                                          if (++looks == 3) written = 1000;
                                          return LayerSize{.bytes = written};
                                        },
                                    .most = {.bytes = 100, .entries = 1},
                                    .end_all =
                                        [&] {
                                          if (!told.exchange(true)) ended.set_value();
                                        },
                                    .pause = 1ms});

  ended.get_future().wait();

  EXPECT_GE(looks, 3);
  EXPECT_TRUE(watched->over());
}

TEST(LayerWatch, OneThatIsNoLongerWantedIsNotLookedAt) {
  std::promise<void> looked;
  std::atomic<int> looks = 0;
  LayerWatch watch;
  {
    const auto watched = watch.watch({.measure =
                                          [&] {
                                            if (++looks == 1) looked.set_value();
                                            return LayerSize{};
                                          },
                                      .end_all = [] {},
                                      .pause = 1h});
    looked.get_future().wait();
    EXPECT_FALSE(watched->over());
  }
  std::promise<void> other;
  std::atomic<bool> told = false;
  const auto next = watch.watch({.measure =
                                     [&] {
                                       if (!told.exchange(true)) other.set_value();
                                       return LayerSize{};
                                     },
                                 .end_all = [] {},
                                 .pause = 1ms});
  other.get_future().wait();

  EXPECT_EQ(looks, 1);
}

}  // namespace
}  // namespace redcode::docker
