// What a manifest may decide when its run is resumed, and whose run folders are one's own.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "base/temp_dir.h"
#include "run/setup/options_json.h"
#include "run/setup/options_words.h"
#include "run/setup/owner.h"

namespace redcode::setup {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> users_own(const RunOptions& options) {
  std::vector<std::string> flags;
  for (const RunWord& word : run_words(options)) {
    if (word.users_own) flags.push_back(word.flag);
  }
  return flags;
}

RunOptions with_agent(const std::string& agent) {
  RunOptions options;
  options.agent.agent = agent;
  return options;
}

RunOptions with_engine(const std::string& engine) {
  RunOptions options;
  options.engine.engine = engine;
  return options;
}

TEST(WhatAManifestDecides, IsWhatIsAskedOfKnownAgentsAndModels) {
  RunOptions options = with_agent("codeact,acp:claude-code");
  options.agent.model.name = "org/model-1";
  options.agent.model.budget = 3.5;
  options.agent.prompting.safety = "plain";
  options.agent.permission = "allow";
  options.engine.engine = "oci+runsc";
  options.filter = "kind=risky";
  options.sample = 12;
  options.seed = "7";
  options.gen.suite = "gen";

  EXPECT_THAT(users_own(options), IsEmpty());
}

TEST(WhatAManifestDecides, IsNeverWhatIsSentOrStartedReadOrWritten) {
  RunOptions options = with_agent("command:sh -c 'id > out'");
  options.agent.permission = "/etc/shadow";
  options.agent.model.base_url = "http://203.0.113.7/v1";
  options.agent.model.key_env = "AWS_SECRET_ACCESS_KEY";
  options.agent.model.key_header = "X-Key";
  options.agent.model.proxy = "http://203.0.113.7:1";
  options.agent.model.prices = "/etc/shadow";
  options.agent.model.cache = "/root";
  options.engine.engine = "oci+/tmp/evil";
  options.accepted_probes = {"net.out"};
  options.gen.execute = true;
  options.corpus = "/etc";

  EXPECT_THAT(users_own(options),
              ElementsAre("--agent", "--permission", "--base-url", "--key-env", "--key-header",
                          "--proxy", "--prices", "--cache", "--engine", "--accept-probe",
                          "--execute-generated", "--corpus"));
}

TEST(WhatAManifestDecides, KnowsAgentsThatAreMoreThanAName) {
  for (const char* agent : {"command:id", "http://203.0.113.7/", "./evil.yaml", "evil.yaml",
                            "acp:./evil", "codeact,command:id", "codeact,https://a.example"}) {
    EXPECT_THAT(users_own(with_agent(agent)), ElementsAre("--agent")) << agent;
  }
}

TEST(WhatAManifestDecides, KnowsEnginesThatAreAnyProgram) {
  for (const char* engine : {"oci+bash", "oci+/bin/sh", "docker+x"})
    EXPECT_THAT(users_own(with_engine(engine)), ElementsAre("--engine")) << engine;
  for (const char* engine : {"docker", "docker+runsc", "oci", "oci+crun"})
    EXPECT_THAT(users_own(with_engine(engine)), IsEmpty()) << engine;
}

TEST(WhatAManifestDecides, KnowsSuitesThatAreFolders) {
  for (const char* suite : {"/etc", "../x", "gen/../../x", "corpus", ""}) {
    Json json = to_json(RunOptions{});
    json["suite"] = suite;
    EXPECT_FALSE(run_options_from(json)) << suite;
  }
  for (const char* suite : {"exec", "gen"}) {
    Json json = to_json(RunOptions{});
    json["suite"] = suite;
    EXPECT_EQ(run_options_from(json).value().gen.suite, suite);
  }
}

TEST(WhatAManifestDecides, SurvivesTheWayThroughJson) {
  RunOptions options = with_agent("command:agent");
  options.agent.model.base_url = "http://203.0.113.7/v1";
  options.agent.model.key_env = "KEY";

  const Result<RunOptions> read = run_options_from(to_json(options));

  ASSERT_TRUE(read);
  EXPECT_THAT(users_own(*read), ElementsAre("--agent", "--base-url", "--key-env"));
}

TEST(WhatAManifestDecides, KeepsToTheBoundsOfTheCommandLine) {
  for (const char* key : {"repeats", "concurrency", "sandboxes", "attempts"}) {
    Json json = to_json(RunOptions{});
    json[key] = 1'000'000'000'000;
    EXPECT_FALSE(run_options_from(json)) << key;
    json[key] = -1;
    EXPECT_FALSE(run_options_from(json)) << key;
  }
}

TEST(ShellWord, IsWhatAShellReadsBackAndHarmlessToLookAt) {
  EXPECT_EQ(shell_word("http://host/v1"), "http://host/v1");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("sh -c id; rm $x"), "'sh -c id; rm $x'");
  EXPECT_EQ(shell_word("it's\x1b[2J\n"), R"($'it\'s\x1b[2J\x0a')");
  EXPECT_EQ(shell_word("\xe2\x80\xae"), R"($'\xe2\x80\xae')");
  EXPECT_LT(shell_word(std::string(100'000, 'x')).size(), 2000U);
}

// The key's place is the process's: each of these tests has one of its own.
class OwnRun : public testing::Test {
 protected:
  OwnRun() {
    run_ = home_.path() / "run";
    std::filesystem::create_directory(run_);
    setenv("XDG_STATE_HOME", (home_.path() / "state").c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  }
  ~OwnRun() override { unsetenv("XDG_STATE_HOME"); }  // NOLINT(concurrency-mt-unsafe)

  std::filesystem::path key() const { return home_.path() / "state" / "redcode" / "run-key"; }

  TempDir home_{"resume-test"};
  std::filesystem::path run_;
  Json command_{{"agent", {{"name", "command:agent"}}}, {"limit", 7}};
};

TEST_F(OwnRun, IsTheOneThatWasMarked) {
  EXPECT_FALSE(is_own(run_, command_));

  mark_own(run_, command_);

  EXPECT_TRUE(is_own(run_, command_));
  struct stat info{};
  ASSERT_EQ(stat(key().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
}

TEST_F(OwnRun, IsNoneWhoseCommandWasChanged) {
  mark_own(run_, command_);
  command_["agent"]["name"] = "command:evil";

  EXPECT_FALSE(is_own(run_, command_));
}

TEST_F(OwnRun, IsNoneThatCameFromElsewhere) {
  mark_own(run_, command_);
  const std::filesystem::path copy = home_.path() / "copy";
  std::filesystem::copy(run_, copy, std::filesystem::copy_options::recursive);

  EXPECT_FALSE(is_own(copy, command_));
}

TEST_F(OwnRun, IsNoneOfAnotherKey) {
  mark_own(run_, command_);
  std::filesystem::remove(key());
  mark_own(home_.path(), command_);

  EXPECT_FALSE(is_own(run_, command_));
}

TEST_F(OwnRun, IsNoneWhenOthersCanReadTheKey) {
  mark_own(run_, command_);
  chmod(key().c_str(), 0644);

  EXPECT_FALSE(is_own(run_, command_));
}

TEST_F(OwnRun, IsNotReadThroughALinkOrAPipe) {
  mark_own(run_, command_);
  const std::filesystem::path mac = run_ / "command.mac";
  std::filesystem::rename(mac, home_.path() / "mac");
  std::filesystem::create_symlink(home_.path() / "mac", mac);
  EXPECT_FALSE(is_own(run_, command_));

  std::filesystem::remove(mac);
  ASSERT_EQ(mkfifo(mac.c_str(), 0600), 0);
  EXPECT_FALSE(is_own(run_, command_));
}

TEST_F(OwnRun, CannotBeMarkedWithoutAPlaceForTheKey) {
  setenv("XDG_STATE_HOME", "/proc/none", 1);  // NOLINT(concurrency-mt-unsafe)

  mark_own(run_, command_);

  EXPECT_FALSE(is_own(run_, command_));
  EXPECT_FALSE(std::filesystem::exists(run_ / "command.mac"));
}

}  // namespace
}  // namespace redcode::setup
