#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

#include "base/temp_dir.h"
#include "config/check.h"
#include "config/file.h"
#include "config/fill.h"
#include "config/profiles.h"
#include "config/tree.h"

namespace redcode::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A small command line: `run`, and `corpus prove` two words deep.
struct Line {
  CLI::App root{"", "redcode"};
  CLI::App* run = root.add_subcommand("run");
  CLI::App* prove = root.add_subcommand("corpus")->add_subcommand("prove");
  std::string model = "none";
  std::size_t sample = 0;
  std::uint64_t repeats = 1;
  std::vector<std::string> headers;
  bool loud = false;
  std::size_t jobs = 0;

  Line() {
    run->add_option("--model", model);
    run->add_option("--sample", sample);
    run->add_option("--repeats", repeats)->check(CLI::Range(1, 1000));
    run->add_option("--header", headers);
    run->add_flag("--loud", loud);
    run->add_flag("--json");
    run->add_option("--accept-probe");
    run->add_option("place");
    prove->add_option("--jobs", jobs)->required();
  }
};

std::string with_format(const std::string& text) { return "format: redcode/config/1\n" + text; }

// What is said of a file, each complaint on a line.
std::string told(const std::string& text) {
  Line line;
  const ConfigRead read = parse_config(text, "redcode.yaml", line.root);
  if (read) return "";
  std::string all;
  for (const Error& error : read.error()) all += error.text() + "\n";
  return all;
}

ConfigFile sound(const std::string& text, Line& line) {
  ConfigRead read = parse_config(with_format(text), "redcode.yaml", line.root);
  EXPECT_TRUE(read) << told(with_format(text));
  return read ? *std::move(read) : ConfigFile();
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
  const std::vector<Error> errors = fill(*line.run, {.file = &file}, origins);
  return errors.empty() ? "" : errors.front().text();
}

TEST(Config, FillsWhatNoFlagSaid) {
  Line line;
  const ConfigFile file =
      sound("run: {model: gpt, sample: 5, header: ['A: 1', 'B: 2'], loud: true}\n", line);
  line.run->get_option("--sample")->add_result("7")->run_callback();

  Origins origins;
  const std::vector<Error> errors = fill(*line.run, {.file = &file}, origins);

  EXPECT_THAT(errors, IsEmpty());
  EXPECT_EQ(line.model, "gpt");
  EXPECT_EQ(line.sample, 7U);
  EXPECT_THAT(line.headers, ElementsAre("A: 1", "B: 2"));
  EXPECT_TRUE(line.loud);
  EXPECT_EQ(origins.at(line.run->get_option("--model")).place, "redcode.yaml:2:14");
  EXPECT_FALSE(origins.contains(line.run->get_option("--sample")));
}

TEST(Config, FillsCommandsOfTwoWords) {
  Line line;
  const ConfigFile file = sound("corpus:\n  prove:\n    jobs: 3\n", line);

  Origins origins;
  EXPECT_THAT(fill(*line.prove, {.file = &file}, origins), IsEmpty());

  EXPECT_EQ(line.jobs, 3U);
}

TEST(Config, AProfileIsStrongerThanTheFileAndTheEnvironmentStrongerThanBoth) {
  Line line;
  const ConfigFile file = sound(
      "run: {model: of-file, sample: 1, repeats: 2}\n"
      "profiles: {mine: {run: {model: of-profile, sample: 3}}}\n",
      line);
  ::setenv("REDCODE_RUN_MODEL", "of-environment", 1);

  Origins origins;
  EXPECT_THAT(fill(*line.run, {.file = &file, .profile = "mine"}, origins), IsEmpty());
  ::unsetenv("REDCODE_RUN_MODEL");

  EXPECT_EQ(line.model, "of-environment");
  EXPECT_EQ(line.sample, 3U);
  EXPECT_EQ(line.repeats, 2U);
  EXPECT_EQ(origins.at(line.run->get_option("--model")).place, "REDCODE_RUN_MODEL");
  EXPECT_EQ(origins.at(line.run->get_option("--sample")).place, "mine, redcode.yaml:3:52");
}

TEST(Config, AValueThatAnOptionRefusesIsToldWithItsPlace) {
  Line line;
  const ConfigFile file = sound("run:\n  repeats: 5000\n  sample: many\n", line);

  yaml::Complaints complaints("redcode.yaml", "config");
  check_values(file.root, line.root, complaints);

  const std::vector<Error> errors = std::move(complaints).take();
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_THAT(errors[0].text(), HasSubstr("redcode.yaml:3:12: repeats: "));
  EXPECT_THAT(errors[1].text(), HasSubstr("redcode.yaml:4:11: sample: "));
}

TEST(Config, AFileThatWasOnlyFoundStartsNothingAndSendsNothing) {
  for (const char* setting : {"agent: 'command:/tmp/x'", "agent: 'http://host'", "pool: 'host:1'",
                              "engine: oci+/tmp/x", "header: ['A: 1']"}) {
    EXPECT_THAT(said_of_found(setting), HasSubstr("what is started here")) << setting;
  }
  for (const char* setting : {"agent: codeact", "engine: oci+runsc", "model: a/b"}) {
    EXPECT_EQ(said_of_found(setting), "") << setting;
  }
}

TEST(Config, AFileThatWasOnlyFoundWritesNowhereElse) {
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

TEST(Config, ACorpusIsAPlaceToWriteToForThoseThatDo) {
  Line line;
  line.prove->add_option("--corpus");
  ConfigFile file = sound("corpus: {prove: {jobs: 1, corpus: /elsewhere}}\n", line);
  Origins origins;

  file.named = false;
  const std::vector<Error> errors = fill(*line.prove, {.file = &file}, origins);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].code, "config-not-named");

  file.named = true;
  EXPECT_THAT(fill(*line.prove, {.file = &file}, origins), IsEmpty());
}

TEST(Config, WhereNobodyMayLookThereIsNoFile) {
  const TempDir folder("config-test");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  ::unsetenv("REDCODE_CONFIG");
  // Root may look anywhere, but not to the end of this.
  std::filesystem::create_symlink("redcode.yaml", "redcode.yaml");

  EXPECT_EQ(config_path(""), "");
  std::filesystem::current_path(before);
}

TEST(Config, AnUnknownKeyGetsTheNearestOne) {
  EXPECT_THAT(told(with_format("run:\n  modl: gpt\n")),
              HasSubstr("redcode.yaml:3:3: unknown key 'modl' [config-unknown-key]; did you mean "
                        "'model'?"));
  EXPECT_THAT(told(with_format("corpsu: {}\n")), HasSubstr("did you mean 'corpus'?"));
  EXPECT_THAT(told(with_format("run: {place: here}\n")), HasSubstr("unknown key 'place'"));
}

TEST(Config, WhatIsSaidByFlagAloneIsRefusedWithTheReason) {
  EXPECT_THAT(told(with_format("run: {accept-probe: net}\n")), HasSubstr("gives up a protection"));
  EXPECT_THAT(told(with_format("run: {json: true}\n")), HasSubstr("'json' cannot be configured"));
}

TEST(Config, SecretsAreRefusedWhereverTheyStandAndNotRepeated) {
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

TEST(Config, ASecretOverTwoLinesIsRefused) {
  const std::string complaint =
      told(with_format("run:\n  header: >-\n    Authorization: Bearer\n    bbbbbbbbbbbb\n"));

  EXPECT_THAT(complaint, HasSubstr("redcode.yaml:1:1: "));
  EXPECT_THAT(complaint, HasSubstr("[config-secret]"));
  EXPECT_THAT(complaint, ::testing::Not(HasSubstr("bbbb")));
}

TEST(Config, ValuesOfAnotherKindAreRefused) {
  EXPECT_THAT(told(with_format("run: {loud: 1}\n")), HasSubstr("expected true or false"));
  EXPECT_THAT(told(with_format("run: {model: true}\n")), HasSubstr("put it in quotes"));
  EXPECT_THAT(told(with_format("run: {model: [a, b]}\n")), HasSubstr("found a list"));
  EXPECT_THAT(told(with_format("run: {header: [[a]]}\n")), HasSubstr("found a list"));
  EXPECT_THAT(told(with_format("run: 5\n")), HasSubstr("expected a map"));
}

TEST(Config, TheFormatIsNamed) {
  EXPECT_THAT(told("run: {}\n"), HasSubstr("'format' is missing"));
  EXPECT_THAT(told("format: redcode/config/2\n"), HasSubstr("write `format: redcode/config/1`"));
  EXPECT_EQ(told(with_format("run:\n")), "");
}

TEST(Config, AProfileOfOnesOwnIsNotCalledLikeABuiltInOne) {
  EXPECT_THAT(told(with_format("profiles: {quick: {run: {}}}\n")), HasSubstr("is built in"));
  EXPECT_THAT(told(with_format("profile: quik\n")), HasSubstr("did you mean 'quick'?"));
  EXPECT_EQ(told(with_format("profile: mine\nprofiles: {mine: {run: {sample: 2}}}\n")), "");
}

TEST(Config, AHostileFileIsBounded) {
  std::string many = with_format("run:\n");
  for (int i = 0; i < 20'000; ++i) many += "  k" + std::to_string(i) + ": 1\n";
  Line line;

  const ConfigRead read = parse_config(many, "redcode.yaml", line.root);

  ASSERT_FALSE(read);
  EXPECT_LE(read.error().size(), yaml::Complaints::limit);
  EXPECT_THAT(told(std::string(2'000'000, 'x')), HasSubstr("yaml-too-big"));
  EXPECT_THAT(told(std::string(100'000, '[')), HasSubstr("yaml-too-deep"));
  EXPECT_FALSE(read_config("/dev/zero", line.root));
  EXPECT_FALSE(read_config("/nowhere/redcode.yaml", line.root));
}

TEST(Config, AProfileThatThereIsNotGetsTheNearestOneElseAll) {
  Line line;
  const ConfigFile file = sound("profiles: {mine: {run: {}}}\n", line);

  EXPECT_EQ(no_such_profile("quik", nullptr).message, "no profile 'quik'");
  EXPECT_EQ(no_such_profile("quik", nullptr).hint, "did you mean 'quick'?");
  EXPECT_EQ(no_such_profile("xylophone", &file.root).hint,
            "there are: quick, standard, paper, full, mine");
}

TEST(Config, EveryBuiltInProfileSaysWhichCasesARunTakes) {
  EXPECT_THAT(profile_names(nullptr), ElementsAre("quick", "standard", "paper", "full"));
  for (const std::string& name : profile_names(nullptr)) {
    const yaml::Node* run = section_for(*builtin_profile(name), {"run"});
    ASSERT_NE(run, nullptr) << name;
    for (const char* key : {"subset", "limit", "sample"}) EXPECT_NE(run->find(key), nullptr);
  }
}

}  // namespace
}  // namespace redcode::app
