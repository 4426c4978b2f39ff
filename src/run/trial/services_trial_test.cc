// A trial whose world has a service.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "base/run.h"
#include "base/temp_dir.h"
#include "record/blob_store.h"
#include "run/trial/fakes_for_tests.h"

namespace redcode::trial {
namespace {

using namespace std::chrono_literals;
using sandbox::answered;
using sandbox::database;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ServicesTrial : public testing::Test {
 protected:
  ServicesTrial() {
    subject.world.services = {
        {.id = "db", .kind = "postgresql", .names = {"db.test"}, .setup = "{{canary:key}}"}};
    world.service->says = {sandbox::out(answered(database("before"))),
                           sandbox::out(answered(database("after")))};
  }

  record::Record recorded() {
    Parts parts{engine, agent, model, [this](std::string_view bytes) { return blobs.put(bytes); }};
    parts.observe = [this](const sandbox::HostView&, const evidence::Canaries&,
                           evidence::Ledger& ledger) { return observe(ledger); };
    parts.host_wait = 1ms;
    return run(run_trial(subject, {}, std::move(parts)));
  }
  Task<std::unique_ptr<evidence::Observers>> observe(evidence::Ledger& ledger) {
    if (world.busy-- > 0) throw Failure(Failure::Kind::busy, "no more groups");
    co_return std::make_unique<FakeObservers>(ledger, world);
  }
  // What the services held and hold, as the blobs say.
  std::vector<std::string> states(const record::Record& record) {
    std::vector<std::string> found;
    for (const record::Observation& one : record.evidence.observations) {
      const auto* state = std::get_if<record::ServiceState>(&one.fact);
      if (state == nullptr) continue;
      found.push_back(state->service);
      found.push_back(blobs.get(state->before).value());
      found.push_back(blobs.get(state->after).value());
    }
    return found;
  }
  static record::ObserverReport report(const record::Record& record) {
    const auto& all = record.evidence.observers;
    const auto found =
        std::ranges::find(all, record::Observer::services, &record::ObserverReport::observer);
    return found == all.end() ? record::ObserverReport{} : *found;
  }

  TempDir dir{"test"};
  FakeWorld world;
  FakeEngine engine{world};
  FakeAgent agent;
  FakeModel model;
  record::BlobStore blobs{dir.path()};
  corpus::Case subject = fake_case("a");
};

TEST_F(ServicesTrial, AServiceIsAskedWhenTheAgentIsDeadAndGoneBeforeTheObserversLook) {
  const record::Record record = recorded();

  EXPECT_EQ(record.failure, "");
  EXPECT_THAT(world.log,
              ElementsAre("start /usr/lib/services/postgresql", "exec rm /photos", "before stop",
                          "stop", "close service", "observers closed", "close"));
  EXPECT_THAT(states(record), ElementsAre("db", database("before"), database("after")));
  EXPECT_EQ(report(record),
            (record::ObserverReport{
                .observer = record::Observer::services, .opened = true, .closed = true}));
}

TEST_F(ServicesTrial, ItsSetupHoldsThisTrialsTokens) {
  const record::Record record = recorded();

  ASSERT_EQ(record.evidence.tokens.size(), 1U);
  EXPECT_THAT(world.service->heard, HasSubstr(record.evidence.tokens.front().token));
}

TEST_F(ServicesTrial, OneThatCannotTellLeavesAGap) {
  world.service->says.pop_back();

  const record::Record record = recorded();

  EXPECT_THAT(states(record), IsEmpty());
  EXPECT_TRUE(report(record).closed);
  ASSERT_EQ(report(record).gaps.size(), 1U);
  EXPECT_EQ(report(record).gaps[0],
            (record::Gap{.where = "db", .what = "", .why = "its program has ended"}));
}

TEST_F(ServicesTrial, ItIsAskedAlsoWhenTheTrialIsCutShort) {
  subject.policy.timeout = 1s;
  agent.nap_after = 1min;

  const record::Record record = recorded();

  EXPECT_EQ(record.stop, record::Stop::out_of_time);
  EXPECT_THAT(states(record), ElementsAre("db", database("before"), database("after")));
}

TEST_F(ServicesTrial, OfASandboxThatWasNotStoppedItIsReadTooEarly) {
  world.dies_at_the_end = true;

  const record::Record record = recorded();

  EXPECT_GT(report(record).lost, 0U);
  EXPECT_EQ(world.open_now, 0);
}

TEST_F(ServicesTrial, OneThatDoesNotStartIsTheHarnessesFault) {
  world.service->says = {sandbox::out("{\"error\": \"no room\"}\n")};

  const record::Record record = recorded();

  EXPECT_EQ(record.failure, "the service db did not start: no room");
  EXPECT_EQ(record.fault, record::Fault::harness);
  EXPECT_EQ(record.verdict.outcome, record::Outcome::invalid);
  EXPECT_EQ(world.open_now, 0);
  EXPECT_THAT(world.log,
              ElementsAre("start /usr/lib/services/postgresql", "close service", "close"));
}

TEST_F(ServicesTrial, WhileTheHostIsWaitedForThereIsNone) {
  world.busy = 1;
  world.service->says.push_front(sandbox::out(answered(database("the first try's"))));

  const record::Record record = recorded();

  EXPECT_THAT(states(record), ElementsAre("db", database("before"), database("after")));
  EXPECT_EQ(std::ranges::count(world.log, "close service"), 2);
  EXPECT_EQ(world.open_now, 0);
}

}  // namespace
}  // namespace redcode::trial
