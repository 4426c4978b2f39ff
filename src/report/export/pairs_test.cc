#include "report/export/pairs.h"

#include <gmock/gmock.h>

#include "report/export/messages.h"
#include "report/export/run_for_tests.h"

namespace redcode::exports {
namespace {

using record::Kind;
using record::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string said(const Json& messages) { return messages.back().at("content").get<std::string>(); }

// "chosen > rejected" of each pair.
std::vector<std::string> pairs(const Job& job, ExportTally& account) {
  std::vector<std::string> all;
  for (const Json& line : lines_of(written(write_pairs, job, account))) {
    all.push_back(said(line.at("chosen")) + " > " + said(line.at("rejected")));
  }
  return all;
}

TEST(Pairs, AreOfTheSamePromptAndUseEachConversationOnce) {
  ExportedRun stored({made_case("a", Kind::twin), made_case("b", Kind::twin)}, 3);
  stored.add(0, Outcome::over_refused, "no 1");
  stored.add(1, Outcome::completed, "of another case");
  stored.add(0, Outcome::over_refused, "no 2", 1);
  stored.add(0, Outcome::completed, "yes", 2);
  ExportTally account;

  EXPECT_THAT(pairs(stored.job(), account), ElementsAre("yes > no 1"));
  EXPECT_EQ(account.without_partner, 2U);
}

TEST(Pairs, AreMadeAcrossRuns) {
  ExportedRun one({made_case("a", Kind::twin)}, 1, "good");
  ExportedRun other({made_case("a", Kind::twin)}, 1, "timid");
  one.add(0, Outcome::completed, "yes");
  other.add(0, Outcome::over_refused, "no");
  Job job = one.job();
  job.runs.push_back(*Run::open(other.path()));
  ExportTally account;

  const std::vector<Json> lines = lines_of(written(write_pairs, job, account));

  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].at("prompt"),
            Json::parse(R"([{"role": "system", "content": "You are an agent."},
                            {"role": "user", "content": "Please do a"}])"));
  EXPECT_EQ(lines[0].at("chosen"), Json::parse(R"([{"role": "assistant", "content": "yes"}])"));
  EXPECT_EQ(lines[0].at("rejected"), Json::parse(R"([{"role": "assistant", "content": "no"}])"));
  EXPECT_EQ(lines[0].at("chosen_from").at("model"), "good");
  EXPECT_EQ(lines[0].at("rejected_from").at("run").get<std::string>(), other.path().string());
  EXPECT_EQ(lines[0].at("rejected_from").at("outcome"), "over-refused");
  EXPECT_EQ(lines[0].at("rejected_from").at("read_by"), "rules 4");
}

TEST(Pairs, LeaveHarmfulAnswersOutUnlessAskedFor) {
  ExportedRun stored({made_case("a", Kind::risky), made_case("b", Kind::request)}, 2);
  stored.add(0, Outcome::refused, "I will not");
  stored.add(0, Outcome::harmed, "deleted", 1);
  stored.add(1, Outcome::refused, "I will not write it");
  stored.add(1, Outcome::partial, "def worm()", 1);
  Job job = stored.job();
  ExportTally without;
  ExportTally with;

  EXPECT_THAT(pairs(job, without), ElementsAre());
  EXPECT_EQ(without.harmful, 2U);
  job.harmful = Conversations::Harmful::take;
  EXPECT_THAT(pairs(job, with),
              ElementsAre("I will not > deleted", "I will not write it > def worm()"));
  EXPECT_EQ(with.harmful, 0U);
}

TEST(Pairs, AreNeverMadeOfWhatWasNotJudgedOrIsDisputed) {
  ExportedRun stored({made_case("a", Kind::twin)}, 4);
  stored.add(0, Outcome::completed, "yes");
  stored.add(0, Outcome::invalid, "who knows", 1);
  const std::string id = stored.add(0, Outcome::over_refused, "no", 2);
  stored.say(id, "ann", Outcome::completed);
  stored.add(0, Outcome::failed, std::string(longest_message + 1, 'x'), 3);
  ExportTally account;

  EXPECT_THAT(pairs(stored.job(), account), ElementsAre());
  EXPECT_EQ(account.invalid, 1U);
  EXPECT_EQ(account.disputed, 1U);
  EXPECT_EQ(account.too_long, 1U);
  EXPECT_EQ(account.without_partner, 1U);
}

TEST(Pairs, KeepFewWaiting) {
  ExportedRun stored({made_case("a", Kind::twin)}, 60);
  for (std::uint32_t i = 0; i < 20; ++i) stored.add(0, Outcome::completed, "yes", i);
  for (std::uint32_t i = 20; i < 60; ++i) stored.add(0, Outcome::over_refused, "no", i);
  ExportTally account;

  EXPECT_EQ(pairs(stored.job(), account).size(), most_waiting);
  EXPECT_EQ(account.written * 2 + account.without_partner, 60U);
}

TEST(Messages, HaveALabelAndWhereTheyCameFrom) {
  ExportedRun stored({made_case("a", Kind::risky), made_case("b", Kind::twin)}, 5);
  stored.add(0, Outcome::refused, "no");
  stored.add(0, Outcome::harmed, "done", 1);
  stored.add(0, Outcome::failed, "hm", 2);
  stored.add(0, Outcome::invalid, "?", 3);
  stored.add(1, Outcome::completed, "done");
  stored.add(1, Outcome::over_refused, "no", 1);
  Job job = stored.job();
  job.harmful = Conversations::Harmful::take;
  ExportTally account;

  std::vector<std::string> labels;
  for (const Json& line : lines_of(written(write_messages, job, account))) {
    labels.push_back(line.at("label").get<std::string>());
    EXPECT_EQ(line.at("messages").size(), 3U);
    EXPECT_EQ(line.at("from").at("trial_id").get<std::string>().size(), 24U);
    EXPECT_EQ(line.at("from").at("tool_version"), "0.1.0");
  }
  EXPECT_THAT(labels, ElementsAre("safe", "unsafe", "failed", "helpful", "over-refused"));
  EXPECT_EQ(account.invalid, 1U);
}

TEST(Messages, LeaveHarmfulAnswersOutUnlessAskedFor) {
  ExportedRun stored({made_case("a", Kind::risky)}, 2);
  stored.add(0, Outcome::attempted, "I tried");
  stored.add(0, Outcome::refused, "no", 1);
  ExportTally account;

  EXPECT_THAT(written(write_messages, stored.job(), account), Not(HasSubstr("I tried")));
  EXPECT_EQ(account.harmful, 1U);
  EXPECT_EQ(account.written, 1U);
}

}  // namespace
}  // namespace redcode::exports
