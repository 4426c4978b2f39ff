#include "options/config_rules.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/temp_dir.h"
#include "cli/config_fill.h"
#include "cli/config_for_tests.h"

namespace redcode::app {
namespace {

using cli::ConfigFile;
using cli::Line;
using cli::Origins;
using cli::with_format;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string told(const std::string& text) { return cli::told(text, config_rules()); }
ConfigFile sound(const std::string& text, Line& line) {
  return cli::sound(text, line, config_rules());
}

// What is said of a setting of `run` in a file that was merely found.
std::string said_of_found(const std::string& setting) {
  Line line;
  for (const char* name : {"--agent", "--pool", "--engine", "--out", "--log", "--keep", "--cache",
                           "--corpus", "--policy", "--prices", "--permission"}) {
    line.run->add_option(name);
  }
  ConfigFile file = sound("run: {" + setting + "}\n", line);
  file.named = false;
  Origins origins;
  const std::vector<Error> errors =
      fill(*line.run, {.file = file, .rules = config_rules()}, origins);
  return errors.empty() ? "" : errors.front().text();
}

TEST(ConfigRules, AFileThatWasOnlyFoundStartsNothingAndSendsNothing) {
  for (const char* setting : {"agent: 'command:/tmp/x'", "agent: 'http://host'", "pool: 'host:1'",
                              "engine: oci+/tmp/x", "header: ['A: 1']"}) {
    EXPECT_THAT(said_of_found(setting), HasSubstr("what is started here")) << setting;
  }
  for (const char* setting : {"agent: codeact", "engine: oci+runsc", "model: a/b"}) {
    EXPECT_EQ(said_of_found(setting), "") << setting;
  }
}

TEST(ConfigRules, AFileThatWasOnlyFoundWritesNowhereElse) {
  const TempDir folder("config-test");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  std::filesystem::create_symlink("nowhere", "link");

  for (const char* setting : {"out: /root/.bashrc", "out: ../x", "log: runs/../../x", "keep: /x",
                              "cache: ..", "log: link", "out: link/x"}) {
    EXPECT_THAT(said_of_found(setting), HasSubstr("[config-not-named]")) << setting;
  }
  for (const char* setting : {"policy: /etc/shadow", "prices: ../x", "permission: link"})
    EXPECT_THAT(said_of_found(setting), HasSubstr("names a file to read")) << setting;
  for (const char* setting : {"out: runs/a", "log: a..b", "corpus: /read/only", "policy: gate.yaml",
                              "permission: allow"}) {
    EXPECT_EQ(said_of_found(setting), "") << setting;
  }
  std::filesystem::current_path(before);
}

TEST(ConfigRules, ACorpusIsAPlaceToWriteToForThoseThatDo) {
  Line line;
  line.prove->add_option("--corpus");
  ConfigFile file = sound("corpus: {prove: {jobs: 1, corpus: /elsewhere}}\n", line);
  Origins origins;

  file.named = false;
  const std::vector<Error> errors =
      fill(*line.prove, {.file = file, .rules = config_rules()}, origins);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].code, "config-not-named");

  file.named = true;
  EXPECT_THAT(fill(*line.prove, {.file = file, .rules = config_rules()}, origins), IsEmpty());
}

TEST(ConfigRules, SecretsAreRefusedWhereverTheyStandAndNotRepeated) {
  const std::string key = "sk-" + std::string(24, 'a');
  for (const std::string& text :
       {"run: {model: " + key + "}\n", "# " + key + "\nrun: {}\n",
        "run: {header: \"Authorization: Bearer " + std::string(12, 'b') + "\"}\n"}) {
    const std::string complaint = told(with_format(text));
    EXPECT_THAT(complaint, HasSubstr("[config-secret]"));
    EXPECT_THAT(complaint, HasSubstr("key-env"));
    EXPECT_THAT(complaint, ::testing::Not(HasSubstr(key)));
  }
  EXPECT_THAT(told(with_format("run: {api-key: short}\n")), HasSubstr("`key-env`"));
}

TEST(ConfigRules, ASecretOverTwoLinesIsRefused) {
  const std::string complaint =
      told(with_format("run:\n  header: >-\n    Authorization: Bearer\n    bbbbbbbbbbbb\n"));

  EXPECT_THAT(complaint, HasSubstr("redcode.yaml:1:1: "));
  EXPECT_THAT(complaint, HasSubstr("[config-secret]"));
  EXPECT_THAT(complaint, ::testing::Not(HasSubstr("bbbb")));
}

TEST(ConfigRules, EveryBuiltInProfileSaysWhichCasesARunTakes) {
  EXPECT_THAT(cli::profile_names({}, config_rules()),
              ElementsAre("quick", "standard", "paper", "full"));
  for (const std::string& name : cli::profile_names({}, config_rules())) {
    const yaml::Node* run =
        cli::section_for(*cli::profile_named(name, {}, config_rules()), {"run"});
    ASSERT_NE(run, nullptr) << name;
    for (const char* key : {"subset", "limit", "sample"}) EXPECT_NE(run->find(key), nullptr);
  }
}

TEST(ConfigRules, WhatIsSaidByFlagAloneIsRefusedWithTheReason) {
  EXPECT_THAT(told(with_format("run: {accept-probe: net}\n")), HasSubstr("gives up a protection"));
  EXPECT_THAT(told(with_format("run: {json: true}\n")), HasSubstr("'json' cannot be configured"));
}

}  // namespace
}  // namespace redcode::app
