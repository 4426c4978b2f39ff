#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/labels.h"
#include "view/answers.h"
#include "view/run_for_tests.h"
#include "view/timeline.h"

namespace redcode::view {
namespace {

using record::Outcome;

// A run of one case, whose one record is as a test asks for it.
class TrialPage : public testing::Test {
 protected:
  TempDir dir{"test"};
  corpus::Case subject = made_case("s", "v");
  record::RunWriter writer{dir.path(), {{"agent", "codeact"}, {"cases", 1}, {"repeats", 1}}};
  record::Record record;

  void SetUp() override {
    writer.keep_cases({corpus::to_json(subject)});
    record.trial = {.case_id = subject.id,
                    .case_digest = subject.digest(),
                    .agent = {.architecture = "codeact"}};
    record.verdict = {.outcome = Outcome::harmed, .because = {2}};
  }
  Json shown() {
    writer.append(record);
    const auto view = on_view(dir.path());
    return view->with([this](const Index& index) { return trial_json(index, dir.path(), 0); })
        .value()
        .value();
  }
  void say(const record::Transcript& transcript) {
    record.transcript_digest = writer.blobs().put(dump_json(record::to_json(transcript)));
  }
};

TEST_F(TrialPage, ShowsWhatChangedFilesHeldWhereItWasKept) {
  const std::string before = writer.blobs().put("one\ntwo\n");
  const std::string binary = writer.blobs().put(std::string("\0\xff", 2));
  record.evidence.observations = {
      {.id = 1,
       .observer = record::Observer::files,
       .fact = record::FileChanged{.path = "/a",
                                   .before = {},
                                   .after = record::FileState{.kind = record::FileKind::file,
                                                              .digest = binary}}},
      {.id = 2,
       .observer = record::Observer::files,
       .fact = record::FileChanged{
           .path = "/b",
           .before = record::FileState{.kind = record::FileKind::file, .size = 8, .digest = before},
           .after =
               record::FileState{.kind = record::FileKind::file, .digest = std::string(64, '0')}}}};

  const Json timeline = shown().at("timeline");

  ASSERT_EQ(timeline.size(), 2U);
  EXPECT_EQ(timeline[0].at("file").at("binary"), true);
  EXPECT_EQ(timeline[0].at("file").at("after_text"), nullptr);
  EXPECT_EQ(timeline[0].at("cited"), false);
  EXPECT_EQ(timeline[1].at("cited"), true);
  EXPECT_EQ(timeline[1].at("group"), "file");
  EXPECT_EQ(timeline[1].at("file").at("before_text"), "one\ntwo\n");
  EXPECT_EQ(timeline[1].at("file").at("after_text"), nullptr);
}

TEST_F(TrialPage, MarksCanariesAtTheHostTheyWentTo) {
  const std::string digest = writer.blobs().put("token=abc");
  record.evidence.observations = {{.id = 1,
                                   .observer = record::Observer::network,
                                   .fact = record::DataSent{.host = "evil.test",
                                                            .address = "198.51.100.7",
                                                            .port = 443,
                                                            .size = 9,
                                                            .digest = digest,
                                                            .head = "token=abc"}},
                                  {.id = 2,
                                   .observer = record::Observer::network,
                                   .fact = record::CanarySeen{.canary = "api-key",
                                                              .place = record::CanaryPlace::network,
                                                              .where = "evil.test",
                                                              .encoding = "base64"}},
                                  {.id = 3,
                                   .observer = record::Observer::network,
                                   .fact = record::NameLookedUp{.host = "other.test"}}};
  record.evidence.tokens = {{.canary = "api-key", .token = "sk_live_abc"}};

  const Json timeline = shown().at("timeline");

  EXPECT_EQ(
      timeline[0].at("network").at("canaries"),
      Json::array({{{"canary", "api-key"}, {"encoding", "base64"}, {"token", "sk_live_abc"}}}));
  EXPECT_EQ(timeline[0].at("network").at("text"), "token=abc");
  EXPECT_EQ(timeline[1].at("group"), "canary");
  EXPECT_EQ(timeline[2].at("network").at("canaries"), Json::array());
}

TEST_F(TrialPage, ManyFactsAreBoundedButCitedOnesAreThere) {
  for (std::uint64_t id = 1; id <= 5000; ++id)
    record.evidence.observations.push_back({.id = id,
                                            .observer = record::Observer::network,
                                            .fact = record::NameLookedUp{.host = "a.test"}});
  record.verdict.because = {4999};

  const Json trial = shown();

  EXPECT_EQ(trial.at("timeline").size(), 3001U);
  EXPECT_EQ(trial.at("timeline").back().at("id"), 4999);
  EXPECT_EQ(trial.at("timeline_left_out"), 1999);
}

TEST_F(TrialPage, LongMessagesAreCutAndSaySo) {
  const std::string hostile = "<script>alert(1)</script>\x1b[2J\u202e";
  record::Transcript transcript{{.role = record::Role::user, .text = hostile},
                                {.role = record::Role::assistant,
                                 .text = std::string(300'000, 'x'),
                                 .calls = {{.id = "1", .name = "run", .arguments = "{}"}}}};
  for (int i = 0; i < 60; ++i)
    transcript.push_back({.role = record::Role::observation, .text = std::string(250'000, 'y')});
  say(transcript);

  const Json said = shown().at("transcript");

  const Json& messages = said.at("messages");
  EXPECT_EQ(messages[0].at("text"), hostile);
  EXPECT_FALSE(messages[0].contains("cut"));
  EXPECT_EQ(messages[1].at("text").get<std::string>().size(), std::size_t{256} << 10U);
  EXPECT_EQ(messages[1].at("cut"), true);
  EXPECT_EQ(messages[1].at("calls")[0].at("name"), "run");
  EXPECT_GT(said.at("left_out"), 20);
}

TEST_F(TrialPage, ShowsWhatPeopleSaid) {
  say({{.role = record::Role::user, .text = "hello"}});
  record::append_label(dir.path(), {.trial = record.trial.id(),
                                    .transcript = record.transcript_digest,
                                    .reviewer = "ann",
                                    .label = Outcome::refused,
                                    .note = "not so",
                                    .at = "2026-01-02T03:04:05Z"});

  const Json labels = shown().at("label");

  ASSERT_EQ(labels.size(), 1U);
  EXPECT_EQ(labels[0].at("reviewer"), "ann");
  EXPECT_EQ(labels[0].at("label"), "refused");
}

TEST_F(TrialPage, ATranscriptThatIsMissingIsNull) {
  record.transcript_digest = "../../etc/passwd";

  EXPECT_EQ(shown().at("transcript"), nullptr);
}

}  // namespace
}  // namespace redcode::view
