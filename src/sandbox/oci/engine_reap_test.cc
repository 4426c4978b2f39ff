// What a killed process left of its sandboxes, and what a living one uses.
#include <unistd.h>

#include <array>
#include <tuple>

#include "sandbox/oci/engine_for_tests.h"
#include "sandbox/oci/remains.h"

namespace redcode::oci {
namespace {

class OciReap : public OciEngine {};

INSTANTIATE_TEST_SUITE_P(Runtimes, OciReap, testing::Values("runc", "crun", "runsc"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(OciReap, ReapsWhatAKilledProcessLeft) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t other = fork();
  if (other == 0) {
    Engine its_own({.runtime = GetParam()});
    const std::string id = run(its_own.open(policy, world))->id();
    const auto sandbox = run(its_own.open(policy, world));
    std::ignore = ::write(ends[1], sandbox->id().data(), sandbox->id().size());
    ::kill(getpid(), SIGKILL);
  }
  std::string id(16, '\0');
  ASSERT_EQ(::read(ends[0], id.data(), id.size()), 16);
  waitpid(other, nullptr, 0);
  ids.push_back(id);

  const std::vector<std::string> reaped = run(engine.reap(false));

  EXPECT_THAT(reaped, testing::Contains(id));
}

// As when the runtime went on after its harness was killed, and the folder went with a first reap.
TEST_P(OciReap, ReapsARunningSandboxWhoseFolderIsGone) {
  if (!host_kernel()) GTEST_SKIP() << "its files are gone with the folder";
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t other = fork();
  if (other == 0) {
    Engine its_own({.runtime = GetParam()});
    const auto sandbox = run(its_own.open(policy, world));
    std::ignore = ::write(ends[1], sandbox->id().data(), sandbox->id().size());
    ::kill(getpid(), SIGKILL);
  }
  std::string id(16, '\0');
  ASSERT_EQ(::read(ends[0], id.data(), id.size()), 16);
  waitpid(other, nullptr, 0);
  ids.push_back(id);
  ASSERT_TRUE(remove_folder(sandbox_folder(id)));

  EXPECT_THAT(abandoned(), testing::Contains(id));
  EXPECT_THAT(run(engine.reap(false)), testing::Contains(id));

  EXPECT_THAT(abandoned(), testing::Not(testing::Contains(id)));
}

TEST_P(OciReap, ReapsNothingOfTheLiving) {
  std::unique_ptr<sandbox::Sandbox> sandbox = run(open());
  EXPECT_THAT(abandoned(), testing::Not(testing::Contains(sandbox->id())));

  EXPECT_THAT(run(engine.reap(false)), testing::Not(testing::Contains(sandbox->id())));

  EXPECT_EQ(code_of(run(sandbox->exec(bash("exit 4")))), 4);
  run(sandbox->close());
}

}  // namespace
}  // namespace redcode::oci
