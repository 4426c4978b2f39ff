#include "sandbox/oci/process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/failure.h"
#include "base/run.h"
#include "base/temp_dir.h"

namespace redcode::oci {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

// A runsc of ours.
class FakeRuntime : public testing::Test {
 protected:
  void SetUp() override { setenv("PATH", (folder.path().string() + ":" + path_).c_str(), 1); }
  void TearDown() override { setenv("PATH", path_.c_str(), 1); }

  void runsc_is(std::string_view script) const {
    const fs::path file = folder.path() / "runsc";
    std::ofstream(file) << script;
    fs::permissions(file, fs::perms(0755));
  }

  TempDir folder{"oci-process-test"};

 private:
  std::string path_ = std::getenv("PATH");
};

TEST_F(FakeRuntime, ThatNeverStartsTheProgramIsNotWaitedForForEver) {
  runsc_is("#!/bin/sh\nexec sleep 1000\n");
  const Runtime runtime = Runtime::find("runsc");
  sandbox::EngineSlots gate(1);
  const CommandPlan plan{.runtime = runtime,
                         .gate = gate,
                         .id = "some",
                         .folder = folder.path(),
                         .process = Json::object(),
                         .user = {.user = getuid(), .group = getgid()}};

  try {
    run(start_in_sandbox(plan, getpid(), 50ms));
    FAIL() << "nothing was thrown";
  } catch (const Failure& failure) {
    EXPECT_STREQ(failure.what(), "the runtime hangs");
  }
}

}  // namespace
}  // namespace redcode::oci
