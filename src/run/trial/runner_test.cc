#include "run/trial/runner.h"

#include <gtest/gtest.h>

#include <map>

#include "base/digest.h"
#include "base/failure.h"
#include "base/run.h"
#include "base/temp_dir.h"
#include "record/packing.h"
#include "run/plan/plan.h"
#include "run/queue/local_queue.h"
#include "run/trial/fakes_for_tests.h"

namespace redcode::trial {
namespace {

using namespace std::chrono_literals;

class FakeStore final : public store::Store {
 public:
  std::map<std::string, std::string> blobs;
  bool away = false;
  std::size_t largest = record::largest_blob;

  Task<std::string> put(std::string bytes) override {
    if (away) throw Failure(Failure::Kind::unavailable, "the store is away");
    if (bytes.size() > largest) throw Failure(Failure::Kind::too_large, "a blob that is too large");
    std::string digest = sha256_hex(bytes);
    blobs.emplace(digest, std::move(bytes));
    co_return digest;
  }
  Task<std::string> get(std::string digest) override { co_return blobs.at(digest); }
};

class RunnerTest : public testing::Test {
 protected:
  Task<std::unique_ptr<evidence::Observers>> observe(evidence::Ledger& ledger) {
    co_return std::make_unique<FakeObservers>(ledger, world);
  }
  plan::Plan plan_of(std::uint32_t repeats) const {
    plan::Dimensions dimensions{.agent_configs = {{.agent = {"fake", "fake", "p"}}},
                                .repeats = repeats};
    for (const corpus::Case& subject : cases)
      dimensions.cases.push_back({subject.id, subject.digest()});
    return plan::Plan(std::move(dimensions));
  }
  Runner::TrialParts work_for(const record::Trial& trial) {
    const auto subject = std::ranges::find(cases, trial.case_id, &corpus::Case::id);
    auto model = std::make_unique<FakeModel>();
    model->breaks = failures_left > 0;
    if (model->breaks) --failures_left;
    if (late_failures_left-- > 0) model->replies = 1;
    return {*subject, agent, {}, std::move(model)};
  }
  Runner::Dependencies dependencies(queue::Queue& queue) {
    Runner::Dependencies dependencies{
        queue, store, engine, [this](const record::Trial& trial) { return work_for(trial); }};
    dependencies.observe = [this](const sandbox::HostView&, const evidence::Canaries&,
                                  evidence::Ledger& ledger) { return observe(ledger); };
    dependencies.finished = [this](const record::Record& record, const Progress& so_far) {
      most_running = std::max(most_running, so_far.running);
      records.push_back(record);
    };
    dependencies.outage = [this](bool away) { outages.push_back(away); };
    return dependencies;
  }
  queue::LocalQueue queue_of(const asio::any_io_executor& executor, const plan::Plan& plan) {
    queue::Finished finished = queue::finished_in(dir.path() / "run", plan, 3).value();
    return {executor, plan, std::move(finished), writer, {.attempts = 3, .backoff = 1ms}};
  }
  Task<> run_all(std::uint32_t repeats, RunnerOptions options) {
    const auto executor = co_await asio::this_coro::executor;
    const plan::Plan plan = plan_of(repeats);
    queue::LocalQueue queue = queue_of(executor, plan);
    Runner runner(executor, options, dependencies(queue));
    co_await runner.run();
    progress = runner.progress();
    state = co_await queue.state();
  }
  Task<> later(std::chrono::milliseconds when, std::function<void()> act) {
    asio::steady_timer timer(co_await asio::this_coro::executor, when);
    co_await timer.async_wait(asio::use_awaitable);
    act();
  }
  Task<> run_and(RunnerOptions options, std::function<void(Runner&)> act) {
    const auto executor = co_await asio::this_coro::executor;
    const plan::Plan plan = plan_of(1);
    queue::LocalQueue queue = queue_of(executor, plan);
    Runner runner(executor, options, dependencies(queue));
    Scope scope(executor);
    scope.spawn(later(5ms, [&act, &runner] { act(runner); }));
    co_await runner.run();
    co_await scope.join();
    state = co_await queue.state();
  }

  TempDir dir{"test"};
  FakeWorld world;
  FakeEngine engine{world};
  FakeAgent agent;
  FakeStore store;
  record::RunWriter writer{dir.path() / "run", {}};
  std::vector<corpus::Case> cases{fake_case("a"), fake_case("b"), fake_case("c")};
  std::vector<record::Record> records;
  std::vector<bool> outages;
  std::size_t most_running = 0;
  int failures_left = 0;       // of the model's, each ends a trial
  int late_failures_left = 0;  // likewise, after its first reply
  Progress progress;
  queue::State state;
};

TEST_F(RunnerTest, ATranscriptThatIsTooLargeToKeepEndsItsTrialAndNotTheRun) {
  store.largest = dump_json(record::to_json(record::Transcript())).size();

  run(run_all(2, {.concurrency = 2}));

  ASSERT_EQ(records.size(), 2 * cases.size());
  for (const record::Record& record : records) {
    // What was seen stands; what rests on words nobody can read any more does not.
    EXPECT_EQ(record.verdict.outcome,
              record.verdict.effect ? record::Outcome::harmed : record::Outcome::invalid);
    EXPECT_EQ(record.failure, "the transcript is too large to be kept");
    EXPECT_EQ(record.fault, record::Fault::none);
    EXPECT_TRUE(store.blobs.contains(record.transcript_digest));
  }
}

Task<> run_without_room(Runner::Dependencies dependencies, asio::any_io_executor executor) {
  dependencies.room = [](std::size_t) -> std::size_t {
    throw Failure(Failure::Kind::unwritable, "no room for so long");
  };
  Runner runner(std::move(executor), {.concurrency = 2}, std::move(dependencies));
  co_await runner.run();
}

TEST_F(RunnerTest, EndsWithItsReasonWhenThereWillBeNoRoom) {
  const plan::Plan plan = plan_of(1);
  asio::io_context context(1);
  queue::LocalQueue queue = queue_of(context.get_executor(), plan);
  auto ended = asio::co_spawn(
      context, run_without_room(dependencies(queue), context.get_executor()), asio::use_future);
  context.run();

  try {
    ended.get();
    FAIL() << "no failure";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), Failure::Kind::unwritable);
  }
}

TEST_F(RunnerTest, RunsEveryCaseAsOftenAsAskedAndAppendsEachRecord) {
  run(run_all(2, {.concurrency = 2}));

  EXPECT_EQ(records.size(), 6U);
  EXPECT_EQ(progress.finished, 6U);
  EXPECT_LE(most_running, 2U);
  EXPECT_TRUE(state.finished());
  std::uint64_t stored = 0;
  EXPECT_TRUE(record::RunReader(dir.path() / "run").each_record([&](const record::Record& record) {
    ++stored;
    EXPECT_TRUE(store.blobs.contains(record.transcript_digest));
  }));
  EXPECT_EQ(stored, 6U);
}

TEST_F(RunnerTest, DoesNotRunAgainWhatHasARecord) {
  run(run_all(1, {.concurrency = 1}));
  records.clear();

  run(run_all(2, {.concurrency = 1}));

  EXPECT_EQ(records.size(), 3U);
  for (const record::Record& record : records) EXPECT_EQ(record.trial.repeat, 1U);
}

TEST_F(RunnerTest, ATrialWhoseModelFailedIsTriedAgain) {
  failures_left = 2;

  run(run_all(1, {.concurrency = 1}));

  EXPECT_EQ(records.size(), 3U);
  EXPECT_EQ(progress.retried, 2U);
  for (const record::Record& record : records)
    EXPECT_NE(record.verdict.outcome, record::Outcome::invalid);
}

TEST_F(RunnerTest, ATrialWhoseModelAlwaysFailsIsInvalidAfterItsLastAttempt) {
  failures_left = 1000;

  run(run_all(1, {.concurrency = 1}));

  EXPECT_EQ(progress.retried, 6U);
  EXPECT_EQ(progress.finished, 3U);
  EXPECT_TRUE(state.finished());
  EXPECT_TRUE(record::RunReader(dir.path() / "run").each_record([](const record::Record& record) {
    EXPECT_EQ(record.verdict.outcome, record::Outcome::invalid);
    EXPECT_EQ(record.fault, record::Fault::provider);
    EXPECT_EQ(record.attempts, 3U);
  }));
}

TEST_F(RunnerTest, HarmBeforeTheProviderFailedIsNotTriedAgain) {
  agent.asks_again = true;
  late_failures_left = 3;

  run(run_all(1, {.concurrency = 1}));

  EXPECT_EQ(progress.retried, 0U);
  ASSERT_EQ(records.size(), 3U);
  for (const record::Record& record : records) {
    EXPECT_EQ(record.verdict.outcome, record::Outcome::harmed);
    EXPECT_EQ(record.attempts, 1U);
  }
}

TEST_F(RunnerTest, AnAttemptBeforeTheProviderFailedCountsInTheNextTry) {
  cases = {fake_case("a")};
  auto& oracle = std::get<corpus::RiskyOracle>(cases[0].oracle);
  oracle.effect.path = "/elsewhere";
  agent.asks_again = true;
  late_failures_left = 2;

  run(run_all(1, {.concurrency = 1}));

  EXPECT_EQ(progress.retried, 2U);
  std::vector<record::Record> stored;
  EXPECT_TRUE(record::RunReader(dir.path() / "run").each_record([&](const record::Record& record) {
    stored.push_back(record);
  }));
  ASSERT_EQ(stored.size(), 1U);
  EXPECT_EQ(stored[0].verdict.outcome, record::Outcome::attempted);
  ASSERT_EQ(stored[0].earlier.size(), 2U);
  EXPECT_TRUE(stored[0].earlier[0].attempt);
  EXPECT_TRUE(writer.blobs().get(stored[0].earlier[0].evidence_digest));
  EXPECT_EQ(stored[0].usage.output_tokens, 6U) << "what every try cost";
}

TEST_F(RunnerTest, WhatWasSeenOutlivesAStoreThatIsAway) {
  cases = {fake_case("a")};
  store.away = true;

  run(run_all(1, {.concurrency = 1}));

  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].verdict.outcome, record::Outcome::harmed);
  EXPECT_EQ(records[0].evidence.observations.size(), 2U);
}

TEST_F(RunnerTest, AnOutageOfTheModelIsSatOutOneTrialAtATime) {
  for (int i = 0; i < 30; ++i) cases.push_back(fake_case("more" + std::to_string(i)));
  failures_left = 14;

  run(run_all(1, {.concurrency = 1, .outage_wait = 1ms}));

  EXPECT_EQ(outages, (std::vector<bool>{true, false}));
  EXPECT_TRUE(state.finished());
  EXPECT_EQ(records.size(), 33U);
}

TEST_F(RunnerTest, StopLeavesNoSandboxAndNoRecordOfTheUnfinished) {
  agent.nap = 1h;

  run(run_and({.concurrency = 2}, [](Runner& runner) { runner.stop(); }));

  EXPECT_TRUE(records.empty());
  EXPECT_EQ(world.open_now, 0);
  EXPECT_EQ(state.queued, 3U);
}

TEST_F(RunnerTest, DrainingLetsWhatRunsEndWithinItsGrace) {
  agent.nap = 20ms;

  run(run_and({.concurrency = 2, .grace = 10s}, [](Runner& runner) { runner.drain(); }));

  EXPECT_EQ(records.size(), 2U);
  EXPECT_EQ(state.queued, 1U);
}

TEST_F(RunnerTest, DrainingGivesBackWhatIsNotDoneInTime) {
  agent.nap = 1h;

  run(run_and({.concurrency = 2, .grace = 5ms}, [](Runner& runner) { runner.drain(); }));

  EXPECT_TRUE(records.empty());
  EXPECT_EQ(world.open_now, 0);
  EXPECT_EQ(state.queued, 3U);
}

}  // namespace
}  // namespace redcode::trial
