// What the tests of real sandboxes share: an engine of each runtime, and the count of what is left
// behind.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "base/entries.h"
#include "base/failure.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/temp_dir.h"
#include "sandbox/cgroup.h"
#include "sandbox/oci/engine.h"
#include "sandbox/oci/places.h"
#include "sandbox/oci/remains.h"
#include "sandbox/oci/runtime.h"
#include "sandbox/world_tar.h"

namespace redcode::oci {
inline sandbox::Command bash(std::string script) {
  return {.argv = {"bash", "-c", std::move(script)}};
}

inline int code_of(const sandbox::Ending& ending) {
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  return exited == nullptr ? -1 : exited->code;
}

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Sandboxes and their mounts on this host that belong to this test.
inline std::vector<std::string> left_behind(const std::vector<std::string>& ids) {
  std::vector<std::string> left;
  const std::string mounts = content_of("/proc/self/mountinfo");
  for (const std::string& id : ids) {
    if (std::filesystem::exists(sandbox_folder(id))) left.push_back("folder " + id);
    if (mounts.contains(id)) left.push_back("mount " + id);
    for (const std::string& group : sandbox::Cgroup::names_below(cgroup_home)) {
      if (group.ends_with(id)) left.push_back("control group " + group);
    }
    for (const char* runtime : {"runc", "crun", "runsc"}) {
      for (const std::filesystem::path& state : entries_of(state_folder(runtime))) {
        if (state.filename().string().starts_with(id)) left.push_back(state.string());
      }
    }
  }
  return left;
}

class OciEngine : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    try {
      Runtime::find(GetParam());
    } catch (const Failure& missing) {
      GTEST_SKIP() << missing.what();
    }
    if (!ImageStore().find(policy.image)) GTEST_SKIP() << "no image " << policy.image;
  }
  void TearDown() override { EXPECT_THAT(left_behind(ids), testing::IsEmpty()); }

  Task<std::unique_ptr<sandbox::Sandbox>> open() {
    std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open(policy, world);
    ids.push_back(sandbox->id());
    co_return sandbox;
  }
  Task<std::vector<sandbox::Ending>> run_all(std::vector<sandbox::Command> commands) {
    std::unique_ptr<sandbox::Sandbox> sandbox = co_await open();
    std::vector<sandbox::Ending> endings;
    for (sandbox::Command& command : commands) {
      endings.push_back(co_await sandbox->exec(std::move(command)));
    }
    co_await sandbox->stop();
    co_await sandbox->close();
    co_return endings;
  }
  sandbox::Ending run_one(sandbox::Command command) {
    return run(run_all({std::move(command)}))[0];
  }
  bool host_kernel() const { return std::string(GetParam()) != "runsc"; }

  Engine engine{{.runtime = GetParam()}};
  record::Policy policy{.command_timeout = std::chrono::seconds(20)};
  record::World world;
  std::vector<std::string> ids;
};

}  // namespace redcode::oci
