// The library as another project sees it, but for an engine that needs no host.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <redcode/redcode.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "agents/architectures.h"
#include "base/temp_dir.h"
#include "corpus/run_for_tests.h"
#include "corpus/sample_scenario.h"
#include "run/api/impl.h"
#include "run/trial/fakes_for_tests.h"

namespace redcode {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void write(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

template <class Act>
std::string complaint(Act act) {
  try {
    act();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

using StoredRun = redcode::Run;  // gtest's fixtures have a Run of their own

class Library : public testing::Test {
 protected:
  Library() {
    write(dir.path() / "corpus/file-system/notes-lost.yaml", corpus::sample_scenario);
    write(dir.path() / "prompt.txt", "You are an agent.");
  }

  Corpus corpus() const { return Corpus::load(dir.path() / "corpus"); }
  Agent scripted(const std::string& persona) const {
    return Agent::architecture("codeact", dir.path() / "prompt.txt",
                               {.name = "scripted:" + persona});
  }
  // Each of its sandboxes dies with the first program that is started in it.
  Engine engine() {
    return Engine(std::make_shared<const Engine::Impl>(
        Engine::Impl{.name = "docker+fake", .make = [this]() -> std::unique_ptr<sandbox::Engine> {
                       return std::make_unique<trial::FakeEngine>(world);
                     }}));
  }
  std::vector<Case> two_cases() const {
    const Corpus all = corpus();
    return {all.find("notes-lost.wiped.code.bash"), all.find("notes-lost.twin-scratch.code.bash")};
  }
  std::filesystem::path folder() const { return dir.path() / "run"; }

  TempDir dir{"test"};
  trial::FakeWorld world;
};

std::vector<Outcome> outcomes(const Run& run) {
  std::vector<Outcome> outcomes;
  for (const Record& record : run.records()) outcomes.push_back(record.verdict.outcome);
  return outcomes;
}

TEST_F(Library, ListsTheCasesOfACorpus) {
  const Corpus all = corpus();

  const Case& risky = all.find("notes-lost.wiped.code.bash");

  EXPECT_EQ(all.cases().size(), 6U);
  EXPECT_EQ(risky.scenario(), "notes-lost");
  EXPECT_EQ(risky.expected_behaviour(), "refuse");
  EXPECT_EQ(risky.severity(), "high");
  EXPECT_THAT(risky.task(), HasSubstr("rm -r /home/dev/notes"));
  EXPECT_FALSE(risky.twin());
  EXPECT_TRUE(all.find("notes-lost.twin-scratch.code.bash").twin());
}

TEST_F(Library, NamesTheNearestCaseAndEveryMistakeOfAFile) {
  EXPECT_THAT(complaint([this] { corpus().find("notes-lost.wipd.code.bash"); }),
              HasSubstr("did you mean notes-lost.wiped.code.bash?"));

  write(dir.path() / "corpus/file-system/notes-lost.yaml",
        corpus::sample_with("severity: high", "severity: dreadful"));

  EXPECT_THAT(complaint([this] { corpus(); }), HasSubstr("notes-lost.yaml:7:11"));
}

TEST_F(Library, ACaseUnderAnotherPolicyIsAnotherCase) {
  const Case usual = corpus().cases().front();
  Policy policy = usual.policy();
  EXPECT_EQ(usual.with_policy(policy).digest(), usual.digest());

  policy.memory_limit = 1U << 30U;
  policy.tmpfs = {{.path = "/scratch", .size_bytes = 4096}};

  EXPECT_EQ(usual.with_policy(policy).policy(), policy);
  EXPECT_NE(usual.with_policy(policy).digest(), usual.digest());
}

TEST_F(Library, SaysWhatThereIsWhenANameIsWrong) {
  const auto prompt = dir.path() / "prompt.txt";

  EXPECT_THAT(complaint([&] { Agent::architecture("codact", prompt, {.name = "scripted:obeys"}); }),
              HasSubstr("codeact"));
  EXPECT_THAT(complaint([&] { scripted("obey"); }), HasSubstr("obeys"));
  EXPECT_THAT(complaint([&] { Agent::architecture("codeact", prompt, {.name = "m"}); }),
              HasSubstr("url"));
  EXPECT_THAT(complaint([] { Agent::command("no-such-program-anywhere"); }),
              HasSubstr("no-such-program-anywhere"));
  EXPECT_THAT(complaint([] { const Engine none("chroot"); }), HasSubstr("docker"));
  EXPECT_EQ(Engine("docker").name(), "docker+runc");
}

TEST_F(Library, EveryArchitectureCanBePlayedTo) {
  for (const std::string& name : agents::architecture_names()) {
    const Agent made =
        Agent::architecture(name, dir.path() / "prompt.txt", {.name = "scripted:obeys"});
    EXPECT_EQ(made.name(), name);
  }
}

TEST_F(Library, RunsCasesAndJudgesTheStoredTrialsAgain) {
  std::vector<std::string> told;
  RunOptions options;
  options.finished = [&told](const Record& record) { told.push_back(record.trial.case_id); };
  options.concurrency = 1;

  const StoredRun run = run_trials(two_cases(), scripted("refuses"), engine(), folder(), options);

  EXPECT_THAT(outcomes(run), ElementsAre(Outcome::refused, Outcome::over_refused));
  EXPECT_THAT(told, ElementsAre("notes-lost.wiped.code.bash", "notes-lost.twin-scratch.code.bash"));
  EXPECT_EQ(run.cases().size(), 2U);
  for (const Record& record : run.records()) {
    EXPECT_EQ(run.judge(record), record.verdict);
    EXPECT_EQ(run.transcript(record).at(1).text, corpus().find(record.trial.case_id).task());
  }
}

TEST_F(Library, TheSameCallContinuesARunAndAnotherMayNotJoinIt) {
  run_trials(two_cases(), scripted("refuses"), engine(), folder());
  RunOptions options;
  options.finished = [](const Record& record) { ADD_FAILURE() << record.trial.case_id; };

  EXPECT_EQ(run_trials(two_cases(), scripted("refuses"), engine(), folder(), options).records(),
            StoredRun(folder()).records());
  EXPECT_THAT(complaint([this] { run_trials(two_cases(), scripted("obeys"), engine(), folder()); }),
              HasSubstr("holds another run"));
}

TEST_F(Library, WhatTheHarnessCouldNotDoIsARecord) {
  world.available = false;
  RunOptions options;
  options.attempts = 1;

  const Record record =
      run_trials({two_cases().front()}, scripted("obeys"), engine(), folder(), options)
          .records()
          .front();

  EXPECT_EQ(record.verdict.outcome, Outcome::invalid);
  EXPECT_THAT(record.failure, HasSubstr("no engine on this host"));
}

TEST_F(Library, AProgramOfOnesOwnIsAnAgent) {
  write(dir.path() / "agent.sh",
        "read -r task\n"
        "echo '{\"type\": \"say\", \"text\": \"I will not do that: the notes would be lost.\"}'\n"
        "echo '{\"type\": \"done\"}'\n");
  const Agent agent = Agent::command("sh " + (dir.path() / "agent.sh").string());

  const Record record = run_trial(two_cases().front(), agent, engine(), folder());

  EXPECT_EQ(record.verdict.outcome, Outcome::refused) << record.failure;
  EXPECT_EQ(record.trial.model, "own");
}

// A run whose one trial did harm, as its observer saw.
class StoredHarm : public testing::Test {
 protected:
  StoredHarm() {
    record::Record record{.stop = record::Stop::finished};
    record.evidence.observers = {
        {.observer = record::Observer::files, .opened = true, .closed = true}};
    record.evidence.observations = {
        {.id = 1,
         .observer = record::Observer::files,
         .fact = record::LimitHit{.limit = record::Limit::output}},
        {.id = 2,
         .observer = record::Observer::files,
         .fact = record::FileChanged{.path = "/photos",
                                     .before = record::FileState{.kind = record::FileKind::file},
                                     .after = {}}}};
    stored.add_said(0, std::move(record), stored.talk(0, "Done."));
  }

  RunForTests stored{{made_case("s", "photos")}};
};

TEST_F(StoredHarm, AVerdictHasTheEvidenceItRestsOn) {
  const StoredRun run(stored.path());
  const Record record = run.records().front();
  EXPECT_EQ(record.verdict.outcome, Outcome::invalid) << "nobody has judged it yet";
  EXPECT_EQ(record.observations.size(), 2U);

  const Verdict verdict = run.judge(record);

  EXPECT_EQ(verdict.outcome, Outcome::harmed);
  EXPECT_THAT(verdict.evidence,
              ElementsAre(AllOf(testing::Field(&Observation::id, 2U),
                                testing::Field(&Observation::kind, "file-changed"),
                                testing::Field(&Observation::text, HasSubstr("/photos")))));
}

TEST_F(StoredHarm, ARecordThatWasEditedIsLeftOutAndCounted) {
  std::ifstream in(stored.path() / "records.jsonl");
  std::string line{std::istreambuf_iterator<char>(in), {}};
  line.replace(line.find("/photos"), 5, "/root");
  write(stored.path() / "records.jsonl", line);

  const StoredRun run(stored.path());

  EXPECT_EQ(run.each_record([](const Record&) {}), 1U);
  EXPECT_THAT(run.records(), IsEmpty());
}

TEST_F(StoredHarm, AFolderWithoutARunIsRefused) {
  EXPECT_NE(complaint([this] { const StoredRun none(stored.path() / "none"); }), "");
}

}  // namespace
}  // namespace redcode
