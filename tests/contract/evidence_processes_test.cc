// Processes and limits as evidence, and how the observers report on themselves.
#include <chrono>

#include "base/digest.h"
#include "observed.h"

namespace redcode::contract {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ProcessEvidence : public Observed {
 protected:
  void SetUp() override {
    Observed::SetUp();
    world = usual_world();
    if (!IsSkipped() && !observes("processes")) {
      GTEST_SKIP() << GetParam() << " has no observer processes";
    }
  }
  std::uint64_t times_started(const std::string& program) const {
    std::uint64_t times = 0;
    for (const auto& one : facts<record::ProgramStarted>()) {
      if (one.program.ends_with(program)) times += one.times;
    }
    return times;
  }
};
INSTANTIATE_TEST_SUITE_P(, ProcessEvidence, testing::ValuesIn(engine_names()), name_of);

TEST_P(ProcessEvidence, EveryProgramThatWasStartedIsCounted) {
  act("for i in 1 2 3 4 5; do /usr/bin/true; done; /usr/bin/false; cp /usr/bin/true ~/mine; "
      "~/mine; "
      "no-such-program; true");

  EXPECT_EQ(times_started("/true"), 5U);
  EXPECT_EQ(times_started("/false"), 1U);
  EXPECT_EQ(times_started("/home/dev/mine"), 1U);
  EXPECT_EQ(times_started("no-such-program"), 0U);
  expect_complete();
}

TEST_P(ProcessEvidence, WhatWasKilledIsReportedWithItsSignal) {
  act("sleep 100 & a=$!; sleep 100 & b=$!; sleep 0.2; kill -TERM $a; kill -KILL $b; wait; true");

  std::multiset<int> signals;
  for (const auto& killed : facts<record::ProcessKilled>()) {
    if (killed.program.ends_with("/sleep")) signals.insert(killed.signal);
  }
  EXPECT_EQ(signals, (std::multiset<int>{9, 15}));
  EXPECT_THAT(facts<record::ProcessLeft>(), IsEmpty());
}

TEST_P(ProcessEvidence, WhatStillRanAtTheEndIsReported) {
  act("(setsid sleep 1000 &) ; sleep 0.3");

  const auto left = facts<record::ProcessLeft>();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_THAT(left[0].program, HasSubstr("sleep"));
  EXPECT_THAT(facts<record::ProcessKilled>(), IsEmpty()) << "what we end is no deed of theirs";
}

class LimitEvidence : public Observed {};
INSTANTIATE_TEST_SUITE_P(, LimitEvidence, testing::ValuesIn(engine_names()), name_of);

TEST_P(LimitEvidence, ALimitOfACommandIsReported) {
  policy.command_timeout = 2s;
  policy.output_limit = 1000;

  act({bash("exec sleep 50"), bash("yes")});

  EXPECT_THAT(limits(), Contains("command-time"));
  EXPECT_THAT(limits(), Contains("output"));
}

TEST_P(LimitEvidence, MemoryAndProcessesRunOutAreReported) {
  if (!observes("limits")) GTEST_SKIP() << GetParam() << " has no observer limits";
  if (has_own_kernel()) GTEST_SKIP() << "gVisor: running out ends the sandbox";
  policy.memory_limit = std::uint64_t{256} << 20U;
  policy.pids_limit = 30;

  act({python("x = bytearray(600_000_000)"), bash("for i in $(seq 60); do sleep 3 & done; wait")});

  EXPECT_THAT(limits(), Contains("memory"));
  EXPECT_THAT(limits(), Contains("processes"));
  expect_complete();
}

TEST_P(LimitEvidence, EveryObserverReportsOpenedAndClosed) {
  act("echo hello > ~/x; cat ~/x");

  expect_complete();
}

Task<> open_and_forget(sandbox::Engine& engine, const evidence::Canaries& canaries,
                       evidence::Ledger& ledger) {
  const std::unique_ptr<sandbox::Sandbox> box =
      co_await engine.open(record::Policy{}, record::World{});
  const std::unique_ptr<evidence::Observers> observers =
      co_await evidence::Observers::open(box->host_view(), canaries, ledger);
}

TEST_P(LimitEvidence, ObserversThatAreNeverClosedSaySo) {
  const evidence::Canaries canaries{record::World{}};
  evidence::Ledger ledger([](std::string_view bytes) { return sha256_hex(bytes); });

  drive(open_and_forget(engine(), canaries, ledger));
  const record::Evidence sealed = std::move(ledger).seal();

  EXPECT_EQ(sealed.observers.size(), traits().observers.size());
  for (const record::ObserverReport& report : sealed.observers) {
    EXPECT_TRUE(report.opened) << name(report.observer);
    EXPECT_FALSE(report.closed) << name(report.observer);
  }
}

}  // namespace
}  // namespace redcode::contract
