#include "trial/campaign.h"

#include <gtest/gtest.h>

#include "base/run.h"
#include "base/temp_dir.h"
#include "trial/fakes_for_tests.h"

namespace redcode::trial {
namespace {

using namespace std::chrono_literals;

class CampaignTest : public testing::Test {
 protected:
  Task<std::unique_ptr<evidence::Observers>> observe(evidence::Ledger& ledger) {
    co_return std::make_unique<FakeObservers>(ledger, world);
  }
  Campaign::Crew crew() {
    Campaign::Crew crew{engine, agent,
                        [](const corpus::Case&) { return std::make_unique<FakeModel>(); }, writer};
    crew.observe = [this](const sandbox::Window&, const evidence::Canaries&,
                          evidence::Ledger& ledger) { return observe(ledger); };
    crew.finished = [this](const record::Record& record, const Progress& so_far) {
      most_running = std::max(most_running, so_far.running);
      ids.push_back(record.trial.id());
    };
    return crew;
  }
  Task<> run_all(CampaignOptions options) {
    Campaign campaign(co_await asio::this_coro::executor, cases, std::move(options), crew());
    co_await campaign.run();
    progress = campaign.progress();
  }
  Task<> stop_soon(Campaign& campaign) {
    asio::steady_timer timer(co_await asio::this_coro::executor, 5ms);
    co_await timer.async_wait(asio::use_awaitable);
    campaign.stop();
  }
  Task<> run_and_stop() {
    const auto executor = co_await asio::this_coro::executor;
    Campaign campaign(executor, cases, {.concurrency = 2}, crew());
    Scope scope(executor);
    scope.spawn(stop_soon(campaign));
    co_await campaign.run();
    co_await scope.join();
  }

  TempDir dir{"test"};
  FakeWorld world;
  FakeEngine engine{world};
  FakeAgent agent;
  record::RunWriter writer{dir.path() / "run", {}};
  std::vector<corpus::Case> cases{fake_case("a"), fake_case("b"), fake_case("c")};
  std::vector<std::string> ids;
  std::size_t most_running = 0;
  Progress progress;
};

TEST_F(CampaignTest, RunsEveryCaseAsOftenAsAskedAndAppendsEachRecord) {
  run(run_all({.repeats = 2, .concurrency = 2}));

  EXPECT_EQ(ids.size(), 6U);
  EXPECT_EQ(progress.finished, 6U);
  EXPECT_LE(most_running, 1U)
      << "two at a time: when one has just finished, at most one other runs";
  std::uint64_t stored = 0;
  EXPECT_TRUE(record::RunReader(dir.path() / "run").each_record([&stored](const record::Record&) {
    ++stored;
  }));
  EXPECT_EQ(stored, 6U);
}

TEST_F(CampaignTest, DoesNotRunAgainWhatHasARecord) {
  run(run_all({.concurrency = 1}));
  const std::set<std::string> done(ids.begin(), ids.end());
  ids.clear();

  run(run_all({.repeats = 2, .concurrency = 1, .done = done}));

  EXPECT_EQ(ids.size(), 3U);
  EXPECT_EQ(progress.skipped, 3U);
}

TEST_F(CampaignTest, StopLeavesNoSandboxAndNoRecordOfTheUnfinished) {
  agent.nap = 1h;

  run(run_and_stop());

  EXPECT_TRUE(ids.empty());
  EXPECT_EQ(world.open_now, 0);
}

}  // namespace
}  // namespace redcode::trial
