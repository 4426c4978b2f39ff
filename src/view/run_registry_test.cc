#include "view/run_registry.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "base/temp_dir.h"
#include "view/run_for_tests.h"

namespace redcode::view {
namespace {

namespace fs = std::filesystem;

// Until all of them were looked at; they are few and small.
bool all_looked_at(const RunRegistry& registry) {
  for (int tries = 0; tries < 3000; ++tries) {
    bool all = true;
    for (const auto& run : registry.runs())
      all = all && (run->standing().trouble || !run->standing().reading);
    if (all) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(RunRegistry, ShowsTheOtherRunsWhenOneCannotBeRead) {
  const TempDir home("shelf-test");
  const auto good = small_run();
  fs::copy(good.path(), home.path() / "good", fs::copy_options::recursive);
  for (const char* name : {"manifest.json", "cases.jsonl", "records.jsonl", "labels.jsonl"}) {
    const fs::path bad = home.path() / (std::string("bad-") + name);
    fs::copy(good.path(), bad, fs::copy_options::recursive);
    fs::remove(bad / name);
    ASSERT_EQ(mkfifo((bad / name).c_str(), 0600), 0);
  }

  const RunRegistry registry({}, {home.path()});

  ASSERT_EQ(registry.runs().size(), 5U);
  ASSERT_TRUE(all_looked_at(registry));
  for (const auto& run : registry.runs()) {
    const bool bad = run->folder().filename().string().starts_with("bad-");
    EXPECT_EQ(run->standing().trouble.has_value(), bad) << run->folder();
  }
}

}  // namespace
}  // namespace redcode::view
