#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/temp_dir.h"
#include "cli/config_check.h"
#include "cli/config_commands.h"
#include "cli/config_for_tests.h"
#include "cli/configure.h"
#include "cli/settings.h"

namespace redcode::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

yaml::Node parsed(std::string_view text) {
  yaml::Complaints complaints("profiles", "config");
  return yaml::parse_yaml(text, complaints);
}

const ConfigRules& rules() {
  static const ConfigRules all{
      .program = "redcode",
      .format = "redcode/config/1",
      .add_commands =
          [](CLI::App& root, Action& chosen) {
            const auto values = std::make_shared<Settings>();
            add_options(root, *values);
            root.get_subcommand("run")->callback([&chosen, values] { chosen = {}; });
            root.get_subcommand("corpus")->callback([values] {});
          },
      .profiles = parsed("quick: {run: {sample: 200}}\nfull: {run: {sample: 0}}\n"),
      .flag_only = {{"run", "json", "the caller knows"}},
      .such_as = "run",
      .no_secrets = "not here",
      .too_much = [](const CLI::App&, const std::string& key, const std::vector<std::string>&)
          -> std::string_view { return key == "header" ? "goes out with every request" : ""; },
      .secrets = [](std::string_view text) -> std::vector<yaml::Mark> {
        if (text.contains("hush")) return {{.line = 2, .column = 3}};
        if (text.contains("psst")) return {yaml::Mark()};
        return {};
      },
      .shown = [](const std::string& key,
                  std::string value) { return key == "header" ? "…" : std::move(value); },
      .add_usual = [](std::vector<ShownValue>&) {}};
  return all;
}

std::string told(const std::string& text) { return told(text, rules()); }
ConfigFile sound(const std::string& text, Line& line) { return sound(text, line, rules()); }

TEST(Config, FillsWhatNoFlagSaid) {
  Line line;
  const ConfigFile file =
      sound("run: {model: gpt, sample: 5, header: ['A: 1', 'B: 2'], loud: true}\n", line);
  line.run->get_option("--sample")->add_result("7")->run_callback();

  Origins origins;
  const std::vector<Error> errors = fill(*line.run, {.file = file, .rules = rules()}, origins);

  EXPECT_THAT(errors, IsEmpty());
  EXPECT_EQ(line.values.model, "gpt");
  EXPECT_EQ(line.values.sample, 7U);
  EXPECT_THAT(line.values.headers, ElementsAre("A: 1", "B: 2"));
  EXPECT_TRUE(line.values.loud);
  EXPECT_EQ(origins.at(line.run->get_option("--model")).place, "redcode.yaml:2:14");
  EXPECT_FALSE(origins.contains(line.run->get_option("--sample")));
}

TEST(Config, FillsCommandsOfTwoWords) {
  Line line;
  const ConfigFile file = sound("corpus:\n  prove:\n    jobs: 3\n", line);

  Origins origins;
  EXPECT_THAT(fill(*line.prove, {.file = file, .rules = rules()}, origins), IsEmpty());

  EXPECT_EQ(line.values.jobs, 3U);
}

TEST(Config, AProfileIsStrongerThanTheFileAndTheEnvironmentStrongerThanBoth) {
  Line line;
  const ConfigFile file = sound(
      "run: {model: of-file, sample: 1, repeats: 2}\n"
      "profiles: {mine: {run: {model: of-profile, sample: 3}}}\n",
      line);
  ::setenv("REDCODE_RUN_MODEL", "of-environment", 1);

  Origins origins;
  EXPECT_THAT(fill(*line.run, {.file = file, .profile = "mine", .rules = rules()}, origins),
              IsEmpty());
  ::unsetenv("REDCODE_RUN_MODEL");

  EXPECT_EQ(line.values.model, "of-environment");
  EXPECT_EQ(line.values.sample, 3U);
  EXPECT_EQ(line.values.repeats, 2U);
  EXPECT_EQ(origins.at(line.run->get_option("--model")).place, "REDCODE_RUN_MODEL");
  EXPECT_EQ(origins.at(line.run->get_option("--sample")).place, "mine, redcode.yaml:3:52");
}

TEST(Config, AValueThatAnOptionRefusesIsToldWithItsPlace) {
  Line line;
  const ConfigFile file = sound("run:\n  repeats: 5000\n  sample: many\n", line);

  yaml::Complaints complaints("redcode.yaml", "config");
  check_values({file.root, line.root, rules()}, complaints);

  const std::vector<Error> errors = std::move(complaints).take();
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_THAT(errors[0].text(), HasSubstr("redcode.yaml:3:12: repeats: "));
  EXPECT_THAT(errors[1].text(), HasSubstr("redcode.yaml:4:11: sample: "));
}

TEST(Config, WhereNobodyMayLookThereIsNoFile) {
  const TempDir folder("config-test");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  ::unsetenv("REDCODE_CONFIG");
  // Root may look anywhere, but not to the end of this.
  std::filesystem::create_symlink("redcode.yaml", "redcode.yaml");

  EXPECT_EQ(config_path("", rules()), "");
  std::filesystem::current_path(before);
}

TEST(Config, AnUnknownKeyGetsTheNearestOne) {
  EXPECT_THAT(told(with_format("run:\n  modl: gpt\n")),
              HasSubstr("redcode.yaml:3:3: unknown key 'modl' [config-unknown-key]; did you mean "
                        "'model'?"));
  EXPECT_THAT(told(with_format("corpsu: {}\n")), HasSubstr("did you mean 'corpus'?"));
  EXPECT_THAT(told(with_format("run: {place: here}\n")), HasSubstr("unknown key 'place'"));
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

  const ConfigRead read = parse_config(many, "redcode.yaml", line.root, rules());

  ASSERT_FALSE(read);
  EXPECT_LE(read.error().size(), yaml::Complaints::limit);
  EXPECT_THAT(told(std::string(2'000'000, 'x')), HasSubstr("yaml-too-big"));
  EXPECT_THAT(told(std::string(100'000, '[')), HasSubstr("yaml-too-deep"));
  EXPECT_FALSE(read_config("/dev/zero", line.root, rules()));
  EXPECT_FALSE(read_config("/nowhere/redcode.yaml", line.root, rules()));
}

TEST(Config, AProfileThatThereIsNotGetsTheNearestOneElseAll) {
  Line line;
  const ConfigFile file = sound("profiles: {mine: {run: {}}}\n", line);

  EXPECT_EQ(no_such_profile("quik", {}, rules()).message, "no profile 'quik'");
  EXPECT_EQ(no_such_profile("quik", {}, rules()).hint, "did you mean 'quick'?");
  EXPECT_EQ(no_such_profile("xylophone", file.root, rules()).hint, "there are: quick, full, mine");
}

// Parses `words` as the program would, `file` being the configuration that lies in this folder.
struct Parsed {
  const TempDir folder{"config-test"};
  const std::filesystem::path before = std::filesystem::current_path();
  Line line;
  std::shared_ptr<const Configured> done;
  std::string refused;
  std::string told;

  Parsed(const std::string& file, std::vector<std::string> words) {
    std::filesystem::current_path(folder.path());
    ::unsetenv("REDCODE_CONFIG");
    ::unsetenv("REDCODE_PROFILE");
    if (!file.empty()) std::ofstream("redcode.yaml") << with_format(file);
    std::FILE* const messages = std::tmpfile();
    Out out(messages, messages);
    done = configure(line.root, rules(), out);
    std::ranges::reverse(words);
    try {
      line.root.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
      refused = error.what();
    }
    told.resize(static_cast<std::size_t>(std::ftell(messages)));
    std::rewind(messages);
    told.resize(std::fread(told.data(), 1, told.size(), messages));
    std::fclose(messages);
  }
  ~Parsed() { std::filesystem::current_path(before); }
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;
};

TEST(Configure, AFlagIsStrongerThanTheEnvironmentThatThanTheProfileThatThanTheFile) {
  constexpr const char* file =
      "profile: mine\n"
      "run: {model: of-file, sample: 1, repeats: 2, loud: true}\n"
      "profiles: {mine: {run: {model: of-profile, sample: 3, repeats: 4}}}\n";
  ::setenv("REDCODE_RUN_MODEL", "of-environment", 1);
  ::setenv("REDCODE_RUN_SAMPLE", "5", 1);

  const Parsed parsed(file, {"run", "--model", "of-flag"});
  ::unsetenv("REDCODE_RUN_MODEL");
  ::unsetenv("REDCODE_RUN_SAMPLE");

  EXPECT_EQ(parsed.refused, "");
  EXPECT_EQ(parsed.line.values.model, "of-flag");
  EXPECT_EQ(parsed.line.values.sample, 5U);
  EXPECT_EQ(parsed.line.values.repeats, 4U);
  EXPECT_TRUE(parsed.line.values.loud);
  EXPECT_THAT(parsed.line.values.headers, IsEmpty()) << "its default";
  EXPECT_EQ(parsed.told, "Options from redcode.yaml, profile mine.\n");
}

TEST(Configure, AProfileByFlagIsStrongerThanTheOneOfTheFile) {
  const Parsed named("profile: full\n", {"run", "--profile", "quick"});
  EXPECT_EQ(named.line.values.sample, 200U);

  const Parsed none("profile: quick\n", {"run", "--profile", "none"});
  EXPECT_EQ(none.line.values.sample, 0U);
  EXPECT_EQ(none.told, "");
}

TEST(Configure, WithoutAFileABuiltInProfileStillCounts) {
  const Parsed parsed("", {"run", "--profile", "quick"});

  EXPECT_EQ(parsed.refused, "");
  EXPECT_EQ(parsed.line.values.sample, 200U);
  EXPECT_EQ(parsed.told, "Options from profile quick.\n");
}

TEST(Configure, AProfileThatSaysNothingOfTheCommandIsRefusedIfItWasAskedForByFlag) {
  const Parsed asked("", {"corpus", "prove", "--jobs", "1", "--profile", "quick"});
  EXPECT_EQ(asked.refused, "the profile quick says nothing of `corpus prove`");

  const Parsed unasked("profile: quick\n", {"corpus", "prove", "--jobs", "1"});
  EXPECT_EQ(unasked.refused, "");
}

TEST(Configure, AFileThatWasMerelyFoundMayNotSayEverything) {
  const Parsed found("run: {header: 'A: 1'}\n", {"run"});
  EXPECT_THAT(found.told, HasSubstr("header goes out with every request"));
  EXPECT_THAT(found.told, HasSubstr("--config redcode.yaml, or REDCODE_CONFIG=redcode.yaml"));
  EXPECT_THAT(found.line.values.headers, IsEmpty());

  const Parsed named("run: {header: 'A: 1'}\n", {"run", "--config", "redcode.yaml"});
  EXPECT_EQ(named.refused, "");
  EXPECT_THAT(named.line.values.headers, ElementsAre("A: 1"));
}

TEST(Configure, WhatTheFileGivesNeedNoFlagGive) {
  EXPECT_EQ(Parsed("corpus: {prove: {jobs: 2}}\n", {"corpus", "prove"}).refused, "");
  EXPECT_EQ(Parsed("", {"corpus", "prove"}).refused, "--jobs is required");
}

TEST(Config, AFlagOnlyOptionIsRefusedWithTheReason) {
  EXPECT_THAT(told(with_format("run: {json: true}\n")),
              HasSubstr("'json' cannot be configured [config-flag-only]; the caller knows"));
  EXPECT_THAT(told(with_format("run: {help: true}\n")), HasSubstr("it is asked for by flag"));
}

TEST(Config, SecretsAreToldWithTheirPlace) {
  EXPECT_THAT(told(with_format("# hush\n")),
              HasSubstr("redcode.yaml:2:3: this looks like a secret [config-secret]; not here"));
  EXPECT_THAT(told(with_format("# psst\n")), HasSubstr("redcode.yaml:1:1: something over several"));
  EXPECT_THAT(told(with_format("run: {api-key: short}\n")), HasSubstr("[config-secret]; not here"));
}

TEST(ConfigSchema, HasEveryOptionThatCanBeConfigured) {
  const Json schema = config_schema(rules());

  const Json& run = schema.at("$defs").at("run").at("properties");
  EXPECT_EQ(run.at("model").at("default"), "none");
  EXPECT_EQ(run.at("repeats").at("maximum"), 1000);
  EXPECT_EQ(run.at("loud").at("type"), "boolean");
  EXPECT_TRUE(run.at("header").contains("anyOf")) << "one, or a list";
  EXPECT_FALSE(run.contains("json"));
  EXPECT_FALSE(run.contains("place"));
  EXPECT_EQ(schema.at("properties").at("profile").at("examples"), Json({"quick", "full"}));
  EXPECT_EQ(schema.at("$id"), "urn:redcode:config:1");
}

}  // namespace
}  // namespace redcode::cli
