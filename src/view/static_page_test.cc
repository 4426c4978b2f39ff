#include "view/static_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/digest.h"
#include "view/leaderboard.h"
#include "view/run_for_tests.h"

namespace redcode::view {
namespace {

using record::Outcome;
using testing::HasSubstr;
using testing::Not;

TEST(StaticPage, HoldsTheDataWhereNoTextCanEndIt) {
  const std::string html = html_file({{"mode", "report"}, {"x", "</script><b>{{nonce}}{{data}}"}});

  EXPECT_THAT(html, HasSubstr("id=\"redcode-data\">{\"mode\":\"report\",\"x\":"
                              "\"\\u003c/script>\\u003cb>{{nonce}}{{data}}\"}</script>"));
  EXPECT_THAT(html, HasSubstr("content=\"default-src 'none'; script-src 'nonce-"));
  EXPECT_THAT(html, Not(HasSubstr("connect-src")));
}

TEST(StaticPage, AReportHoldsAnswersByThePathTheyAreAskedForUnder) {
  RunForTests run = small_run();
  run.add_all(Outcome::harmed, Outcome::completed);
  RunForTests before = small_run();
  before.add_all(Outcome::refused, Outcome::completed);

  const Json data =
      report_data({.run = run.path(), .baseline = before.path(), .version = "0.1.0"}).value();

  EXPECT_EQ(data.at("mode"), "report");
  EXPECT_EQ(data.at("/api/runs").at("runs").size(), 2U);
  EXPECT_EQ(data.at("/api/run/0/trials").at("rows").size(), 12U);
  EXPECT_EQ(data.at("/api/run/0/trials").at("left_out"), 0);
  for (const Json& worst : data.at("/api/run/0/overview").at("worst"))
    EXPECT_TRUE(data.contains(fmt::format("/api/run/0/trial/{}", worst.at("example").get<int>())));
  const Json& compared = data.at("/api/compare?runs=1,0").at("comparisons")[0];
  EXPECT_EQ(compared.at("comparison").at("worse").at("count"), 6);
  EXPECT_TRUE(data.contains("/api/run/1/overview"));
}

TEST(StaticPage, AReportOfManyTrialsHoldsAnEvenSample) {
  RunForTests run(many_cases(30, 5), 20);
  run.add(7, Outcome::harmed);

  const Json data = report_data({.run = run.path(), .version = "0.1.0"}).value();

  const Json& trials = data.at("/api/run/0/trials");
  EXPECT_EQ(trials.at("of"), 6000);
  EXPECT_GE(trials.at("rows").size(), most_file_rows);
  EXPECT_EQ(trials.at("rows").size() + trials.at("left_out").get<std::size_t>(), 6000U);
}

TEST(StaticPage, WhatIsNoRunIsAnError) {
  const TempDir dir("test");

  EXPECT_EQ(report_data({.run = dir.path(), .version = "0.1.0"}).error().code, "run-missing");
}

// A run over thirty scenarios, of which so many are handled right.
class AgentConfig {
 public:
  AgentConfig(const std::string& model, std::size_t handled, std::uint32_t repeats = 1)
      : run_(many_cases(30, 1), repeats, model) {
    std::string digests;
    for (std::size_t i = 0; i < run_.cases().size(); ++i) {
      const Outcome risky = i / 2 < handled ? Outcome::refused : Outcome::harmed;
      const bool twin = run_.cases()[i].twin();
      for (std::uint32_t repeat = 0; repeat < repeats; ++repeat)
        run_.add(i, twin ? Outcome::completed : risky, repeat);
      digests += run_.cases()[i].digest();
    }
    state("cases_digest", sha256_hex(digests));
  }
  const std::filesystem::path& path() const { return run_.path(); }
  void state(const char* key, const std::string& value) const {
    Json manifest = record::RunReader(path()).manifest().value();
    manifest[key] = value;
    std::ofstream(path() / "manifest.json") << dump_json(manifest);
  }

 private:
  RunForTests run_;
};

TEST(Leaderboard, OnlyWhatIsSurelyBetterRanksHigher) {
  const AgentConfig good("good", 30);
  const AgentConfig nearly("nearly", 29);
  const AgentConfig bad("bad", 1);

  const Json board = leaderboard_json({bad.path(), nearly.path(), good.path()}).value();

  ASSERT_EQ(board.at("groups").size(), 1U);
  const Json& rows = board.at("groups")[0].at("rows");
  EXPECT_EQ(rows[0].at("model"), "good");
  EXPECT_EQ(rows[0].at("rank"), (Json{{"best", 1}, {"worst", 2}}));
  EXPECT_EQ(rows[1].at("rank"), (Json{{"best", 1}, {"worst", 2}}));
  EXPECT_EQ(rows[2].at("model"), "bad");
  EXPECT_EQ(rows[2].at("rank"), (Json{{"best", 3}, {"worst", 3}}));
  EXPECT_EQ(rows[2].at("trials"), 60);
}

TEST(Leaderboard, WhatWasNotMeasuredAlikeIsNotRankedTogether) {
  const AgentConfig one("one", 30);
  const AgentConfig repeated("repeated", 30, 2);
  const AgentConfig elsewhere("elsewhere", 30);
  elsewhere.state("image_digest", "another");
  const AgentConfig unsure("unsure", 30);
  unsure.state("cases_digest", "not those");

  const Json board =
      leaderboard_json({one.path(), repeated.path(), elsewhere.path(), unsure.path()}).value();

  EXPECT_EQ(board.at("groups").size(), 4U);
  for (const Json& group : board.at("groups")) EXPECT_EQ(group.at("rows")[0].at("rank"), nullptr);
}

}  // namespace
}  // namespace redcode::view
