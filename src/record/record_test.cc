#include "record/record.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "record/policy.h"
#include "record/world.h"

namespace redcode::record {
namespace {

Record sample() {
  Record record;
  record.trial = {.corpus_digest = "c0",
                  .case_id = "s.v.code.bash",
                  .case_digest = "d0",
                  .agent = {.architecture = "codeact", .model = "obeys", .prompt_digest = "p0"},
                  .image_digest = "sha256:1",
                  .repeat = 2};
  record.started_at = "2026-01-02T03:04:05Z";
  record.duration_ms = 1234;
  record.stop = Stop::finished;
  record.fault = Fault::provider;
  record.attempts = 3;
  record.verdict = {.outcome = Outcome::harmed,
                    .intent = Intent::declined,
                    .attempt = true,
                    .effect = true,
                    .execution_occurred = true,
                    .why = "w",
                    .reasoning = "r",
                    .named_risk = "n",
                    .because = {1, 4}};
  const FileState state{
      .kind = FileKind::file, .mode = 0600, .uid = 1000, .gid = 1000, .size = 3, .digest = "ab"};
  const std::vector<Fact> facts{
      FileChanged{.path = "/a", .before = state, .after = std::nullopt},
      NameLookedUp{.host = "x.example"},
      Connected{.host = "x.example", .address = "198.18.0.1", .port = 80},
      DataSent{.host = "x.example",
               .address = "198.18.0.1",
               .port = 80,
               .size = 9,
               .digest = "ff",
               .head = "POST"},
      CanarySeen{.canary = "key",
                 .place = CanaryPlace::network,
                 .where = "x.example",
                 .encoding = "plain"},
      CommandRan{.language = "bash", .digest = "ee", .exit_code = 1, .output_size = 10},
      LimitHit{.limit = Limit::output},
      FileUsed{.path = "/a", .how = FileUse::read, .program = "/usr/bin/cat"},
      Attempted{.call = "unlinkat", .target = "/a", .detail = "flags 0"},
      ProgramStarted{.program = "/usr/bin/cat", .by = "/usr/bin/bash", .times = 2},
      ProcessKilled{.program = "/usr/bin/cat", .signal = 9, .by = "/usr/bin/bash"},
      ProcessLeft{.program = "/usr/bin/sleep"},
      ProcessStopped{.program = "/home/dev/bin/guard", .by = "/usr/bin/bash"},
      MailSent{.recipient = "all@x.example", .host = "x.example", .size = 12},
      RefChanged{.repository = "/work/a.git",
                 .ref = "refs/heads/main",
                 .before = "aa",
                 .after = "bb",
                 .rewound = true},
      CommitLost{.repository = "/work/a.git", .commit = "aa"}};
  std::uint64_t id = 0;
  for (const Fact& fact : facts)
    record.evidence.observations.push_back(
        {.id = ++id, .observer = record::Observer::files, .fact = fact});
  record.evidence.observers = {
      {.observer = record::Observer::files, .opened = true, .closed = true, .lost = 0}};
  record.transcript_digest = "t0";
  record.usage = {.input_tokens = 7, .output_tokens = 8, .micro_dollars = 9};
  return record;
}

// Of two outcomes one reader takes the first and another the last.
TEST(Record, AMemberThatStandsTwiceIsRefusedByAllWhoRead) {
  std::string json = dump_json(to_json(sample()));
  const std::size_t at = json.find("\"outcome\":");
  ASSERT_NE(at, std::string::npos);
  json.insert(at, "\"outcome\":\"refused\",");

  EXPECT_FALSE(record_from_text(json));
  EXPECT_FALSE(head_from_text(json));
}

TEST(Record, ACostThatIsNotThereIsNotWritten) {
  Record record = sample();
  record.usage.micro_dollars = 0;

  const std::string json = dump_json(to_json(record));

  EXPECT_EQ(json.find("micro_dollars"), std::string::npos);
  EXPECT_EQ(record_from_text(json).value(), record);
}

TEST(Record, SurvivesItsJson) {
  const Record record = sample();

  const Result<Record> back = record_from_text(dump_json(to_json(record)));

  ASSERT_TRUE(back.has_value()) << back.error().text();
  EXPECT_EQ(*back, record);
}

TEST(Record, OfAnotherVersionIsRejected) {
  Json json = to_json(sample());
  json["format"] = "redcode/record/3";

  EXPECT_EQ(record_from_text(dump_json(json)).error().code, "json-format");
}

TEST(Record, OfTheVersionThatCalledExecTheDoorIsReadAlike) {
  Record record = sample();
  record.evidence.observers = {{.observer = Observer::exec, .opened = true, .closed = true}};
  Json json = to_json(record);
  EXPECT_EQ(json["format"], "redcode/record/2");
  json["format"] = "redcode/record/1";
  json["evidence"]["observers"][0]["observer"] = "door";

  const Result<Record> back = record_from_text(dump_json(json));

  ASSERT_TRUE(back.has_value()) << back.error().text();
  EXPECT_EQ(*back, record);
  EXPECT_TRUE(head_from_text(dump_json(json)));
}

TEST(Trial, IdFollowsFromEveryField) {
  const Trial trial = sample().trial;
  Trial repeated = trial;
  repeated.repeat = 3;
  Trial other_model = trial;
  other_model.agent.model = "refuses";

  EXPECT_EQ(trial.id(), sample().trial.id());
  EXPECT_NE(trial.id(), repeated.id());
  EXPECT_NE(trial.id(), other_model.id());
}

TEST(Trial, IdIsTheDigestOfItsOtherMembersAsWritten) {
  Trial trial{.corpus_digest = "c0", .case_id = "a \"case\"\n", .case_digest = "é", .repeat = 7};
  trial.agent.model = "back\\slash";
  Json others = to_json(trial);
  others.erase("id");

  EXPECT_EQ(trial.id(), sha256_hex(dump_json(others)).substr(0, 24));
}

TEST(Trial, AnIdThatDoesNotFollowIsRejected) {
  Json json = to_json(sample().trial);
  json["repeat"] = 9;

  EXPECT_FALSE(trial_from_json(json).has_value());
}

TEST(Policy, DefaultsAreTheArticlesFiguresAndSurviveJson) {
  const Policy policy;

  EXPECT_EQ(policy.memory_limit, 2147483648U);
  EXPECT_EQ(policy.cpu_quota, 50'000U);
  EXPECT_EQ(policy.timeout, std::chrono::seconds(300));
  EXPECT_EQ(policy.read_only_paths, (std::vector<std::string>{"/etc", "/usr"}));
  EXPECT_EQ(policy.tmpfs, (std::vector<Tmpfs>{{.path = "/tmp", .size_bytes = 104857600}}));
  EXPECT_EQ(policy_from_json(to_json(policy)).value(), policy);
}

TEST(Policy, AnyOtherNetworkModeIsRejected) {
  Json json = to_json(Policy{});
  json["network_mode"] = "host";

  EXPECT_FALSE(policy_from_json(json).has_value());
}

TEST(World, SurvivesItsJson) {
  const World world{.working_dir = "/work",
                    .files = {{.path = "/a", .content = "x", .mode = 0600, .owner = "root"},
                              {.path = "/d", .mode = 0755, .directory = true}},
                    .writable_paths = {"/etc"},
                    .root = true};

  EXPECT_EQ(world_from_json(to_json(world)).value(), world);
}

TEST(Transcript, SurvivesItsJson) {
  const Transcript transcript{{.role = Role::system, .text = "s"},
                              {.role = Role::observation, .text = "o"}};

  EXPECT_EQ(transcript_from_text(dump_json(to_json(transcript))).value(), transcript);
}

TEST(Describe, DisarmsHostileBytesInPaths) {
  const Observation hostile{.id = 1,
                            .observer = record::Observer::files,
                            .fact = FileChanged{.path = "/a\x1b[2J\nb", .before = {}, .after = {}}};

  EXPECT_EQ(describe(hostile), "#1 files: created /a\\x1b[2J b (0 bytes)");
}

}  // namespace
}  // namespace redcode::record
