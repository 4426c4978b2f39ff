#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "base/failure.h"
#include "base/run.h"
#include "evidence/observer.h"

namespace redcode::evidence {
namespace {

using ::testing::ElementsAre;

class FakeLog final : public sandbox::CallLog {
 public:
  std::vector<sandbox::Call> take() override { return std::exchange(calls, {}); }
  std::uint64_t lost() const override { return lost_count; }

  std::vector<sandbox::Call> calls;
  std::uint64_t lost_count = 0;
};

struct Attempts : ::testing::Test {
  Attempts() { host_view.calls = log; }

  void try_call(std::string name, std::string target, std::string detail) const {
    log->calls.push_back(
        {.name = std::move(name), .target = std::move(target), .detail = std::move(detail)});
  }
  record::Evidence sealed() { return std::move(ledger).seal(); }

  std::shared_ptr<FakeLog> log = std::make_shared<FakeLog>();
  sandbox::HostView host_view;
  Ledger ledger{[](std::string_view) { return std::string(); }};
};

std::vector<record::Attempted> facts(const record::Evidence& evidence) {
  std::vector<record::Attempted> all;
  for (const record::Observation& one : evidence.observations) {
    all.push_back(std::get<record::Attempted>(one.fact));
  }
  return all;
}

TEST_F(Attempts, TellsEachTryOnce) {
  const auto observer = watch_attempts(host_view, ledger);
  run(observer->open());
  try_call("unlinkat", "/a", "");
  try_call("unlinkat", "/b", "");
  try_call("unlinkat", "/a", "");
  run(observer->before_stop());
  try_call("unlinkat", "/a", "");
  try_call("kill", "process 1", "SIGKILL");

  run(observer->close());

  EXPECT_THAT(facts(sealed()), ElementsAre(record::Attempted{"unlinkat", "/a", ""},
                                           record::Attempted{"unlinkat", "/b", ""},
                                           record::Attempted{"kill", "process 1", "SIGKILL"}));
}

TEST_F(Attempts, LeavesOutWhatTheRuntimeDidBefore) {
  try_call("execve", "/sbin/init", "");
  log->lost_count = 3;
  const auto observer = watch_attempts(host_view, ledger);

  run(observer->open());
  run(observer->close());

  const record::Evidence evidence = sealed();
  EXPECT_TRUE(evidence.observations.empty());
  EXPECT_EQ(evidence.observers.at(0),
            (record::ObserverReport{record::Observer::attempts, /*opened=*/true, /*closed=*/true,
                                    /*lost=*/0}));
}

TEST_F(Attempts, ReportsWhatTheLogLost) {
  const auto observer = watch_attempts(host_view, ledger);
  run(observer->open());
  log->lost_count = 7;

  run(observer->close());

  EXPECT_EQ(sealed().observers.at(0).lost, 7U);
}

TEST_F(Attempts, MakesHostileTextValidAndShort) {
  const auto observer = watch_attempts(host_view, ledger);
  run(observer->open());
  try_call("execve", "/bin/\xff", std::string(100'000, 'x'));

  run(observer->close());

  const record::Attempted fact = facts(sealed()).at(0);
  EXPECT_EQ(fact.target, "/bin/\uFFFD");
  EXPECT_EQ(fact.detail, std::string(1024, 'x'));
}

TEST_F(Attempts, RefusesASandboxWithoutALog) {
  host_view.calls = nullptr;
  const auto observer = watch_attempts(host_view, ledger);

  EXPECT_THROW(run(observer->open()), Failure);
}

}  // namespace
}  // namespace redcode::evidence
