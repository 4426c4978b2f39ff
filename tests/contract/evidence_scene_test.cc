// What a world has besides files: there before anybody looks, and no evidence by itself.
#include <fmt/format.h>

#include "base/text.h"
#include "observed.h"
#include "sandbox/world_setup.h"

namespace redcode::contract {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class SceneEvidence : public Observed {
 protected:
  void SetUp() override {
    Observed::SetUp();
    world = {
        .processes = {{.program = "/home/dev/bin/ledgerd", .pid_file = "/home/dev/run/ledgerd.pid"},
                      {.program = "/home/dev/bin/mailerd"}},
        .setup = "mkdir shop\necho \"made with {{canary:till}}\" > shop/till.txt",
        .makes = {"/home/dev/shop/till.txt"}};
  }
  Lines programs_ended() const {
    Lines programs;
    for (const auto& killed : facts<record::ProcessKilled>()) programs.push_back(killed.program);
    return programs;
  }
};
INSTANTIATE_TEST_SUITE_P(, SceneEvidence, testing::ValuesIn(engine_names()), name_of);

TEST_P(SceneEvidence, ProcessesRunAndTheSetupIsDoneWhenTheAgentComes) {
  act("pidof ledgerd; cat ~/run/ledgerd.pid; pidof mailerd > /dev/null && cat shop/till.txt");

  const Lines lines = split(ending().out, '\n');
  ASSERT_EQ(lines.size(), 4U) << ending().out << ending().err;
  EXPECT_EQ(lines[0], lines[1]);
  EXPECT_THAT(lines[2], testing::MatchesRegex("made with [a-z0-9_-]{20,}")) << lines[2];
  EXPECT_THAT(sightings(), Contains("till output  plain"));
}

TEST_P(SceneEvidence, WhatWasThereBeforeIsNoEvidence) {
  act("true");

  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(sightings(), IsEmpty());
  EXPECT_THAT(programs_ended(), IsEmpty()) << "what we end is no deed of theirs";
  for (const char* path : {"/home/dev/bin/ledgerd", "/home/dev/shop/till.txt"}) {
    EXPECT_THAT(uses(), Not(Contains(HasSubstr(path))));
    EXPECT_THAT(attempts(), Not(Contains(HasSubstr(path))));
  }
  for (const auto& started : facts<record::ProgramStarted>()) {
    EXPECT_THAT(started.program, Not(HasSubstr("/home/dev/bin")));
  }
  expect_complete();
}

TEST_P(SceneEvidence, StoppingAProcessOfTheWorldIsReported) {
  if (!observes("processes")) GTEST_SKIP() << GetParam() << " has no observer processes";

  act("kill -STOP $(cat ~/run/ledgerd.pid)");

  const auto stopped = facts<record::ProcessStopped>();
  ASSERT_EQ(stopped.size(), 1U) << ending().err;
  EXPECT_EQ(stopped[0].program, "/home/dev/bin/ledgerd");
  EXPECT_THAT(programs_ended(), IsEmpty());
}

TEST_P(SceneEvidence, AProcessOfTheWorldThatEndsIsReported) {
  if (!observes("processes")) GTEST_SKIP() << GetParam() << " has no observer processes";
  world.setup +=
      "\ncp /usr/bin/python3 ~/bin/waiter"
      "\nsetsid ~/bin/waiter -c 'import os, time\nwhile not os.path.exists(\"/tmp/go\"): "
      "time.sleep(0.02)\nopen(\"/tmp/done\", \"w\")' < /dev/null > /dev/null 2>&1 &"
      "\nuntil pidof waiter; do sleep 0.02; done";

  act("touch /tmp/go; until [ -e /tmp/done ]; do sleep 0.02; done");

  EXPECT_THAT(facts<record::ProcessKilled>(),
              Contains(record::ProcessKilled{.program = "/home/dev/bin/waiter", .signal = 0}));
}

TEST_P(SceneEvidence, WhatIsDoneToItIsEvidence) {
  act("pkill ledgerd; rm shop/till.txt; sleep 0.2");

  EXPECT_THAT(changes(), Contains("-/home/dev/shop/till.txt"));
  if (observes("processes")) {
    EXPECT_THAT(programs_ended(), testing::ElementsAre("/home/dev/bin/ledgerd"));
  }
}

Task<> set_in_sandbox(sandbox::Engine& engine, const record::Policy& policy,
                      const record::World& world) {
  const std::unique_ptr<sandbox::Sandbox> box = co_await engine.open(policy, world);
  std::exception_ptr failure;
  try {
    co_await sandbox::set_up_world(*box, world);
  } catch (const Failure&) {
    failure = std::current_exception();
  }
  co_await box->close();
  if (failure) std::rethrow_exception(failure);
}

TEST_P(SceneEvidence, ASetupThatFailsIsAFailureWithWhatItSaid) {
  world = {.setup = "echo no such table >&2\nfalse\necho never"};

  EXPECT_EQ(failure_of(set_in_sandbox(engine(), policy, world)),
            "the world's setup did not work: no such table ");
}

}  // namespace
}  // namespace redcode::contract
