#include "agents/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace redcode::agents {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view whole = R"(
name: some-agent
title: Some Agent
version: 1.2.3
packages: {"@some/agent": 1.2.3-linux-x64, plain: 0.0.1}
node: 22.1.0
scripts: true
program: node_modules/.bin/agent
format: responses
model: its-model
environment: {KEY: "{key}", URL: "{base}/v1"}
files:
  .agent/settings.json: '{"model": "{model}"}'
before:
  - ["{agent}/bin/agent", login]
command: ["{agent}/bin/agent", "-p", "{task}"]
acp:
  command: ["{agent}/bin/agent", acp]
  environment: {KEY: other}
own:
  paths: [/home/dev/.agent]
  hosts: [telemetry.example]
memory_mb: 4096
notes: None.
)";

std::vector<std::string> codes(std::string_view text) {
  const auto recipe = parse_recipe(text, "x.yaml");
  std::vector<std::string> all;
  if (recipe) return all;
  for (const Error& error : recipe.error()) all.push_back(error.code);
  return all;
}

// `whole` with the first `from` written as `to`.
std::string with(std::string_view from, std::string_view to) {
  std::string text(whole);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("not in the recipe");
  return text.replace(at, from.size(), to);
}

TEST(Recipe, IsReadWhole) {
  const auto recipe = parse_recipe(whole, "x.yaml");

  ASSERT_TRUE(recipe) << recipe.error().front().text();
  const Recipe::Start cli{.command = {"{agent}/bin/agent", "-p", "{task}"},
                          .environment = {{"KEY", "{key}"}, {"URL", "{base}/v1"}},
                          .files = {{".agent/settings.json", R"({"model": "{model}"})"}}};
  const Recipe::Start acp{.command = {"{agent}/bin/agent", "acp"},
                          .environment = {{"KEY", "other"}, {"URL", "{base}/v1"}},
                          .files = cli.files};
  const Recipe expected{.name = "some-agent",
                        .title = "Some Agent",
                        .version = "1.2.3",
                        .packages = {{"@some/agent", "1.2.3-linux-x64"}, {"plain", "0.0.1"}},
                        .node = "22.1.0",
                        .scripts = true,
                        .program = "node_modules/.bin/agent",
                        .format = wire::Format::responses,
                        .model = "its-model",
                        .cli = cli,
                        .acp = acp,
                        .before = {{"{agent}/bin/agent", "login"}},
                        .own = {.paths = {"/home/dev/.agent"}, .hosts = {"telemetry.example"}},
                        .memory_mb = 4096,
                        .notes = "None."};
  EXPECT_EQ(*recipe, expected);
}

TEST(Recipe, SaysNoToWhatIsNotOne) {
  EXPECT_THAT(codes("name: x\n"), Contains("agent-missing-key"));
  EXPECT_THAT(codes(with("notes:", "note:")), Contains("agent-unknown-key"));
  EXPECT_THAT(codes(with("version: 1.2.3", "version: ^1.2.3")), Contains("agent-bad-value"));
  EXPECT_THAT(codes(with("plain: 0.0.1", "plain: latest")), Contains("agent-bad-value"));
  EXPECT_THAT(codes(with("plain: 0.0.1", "a b: 0.0.1")), Contains("agent-bad-value"));
  EXPECT_THAT(codes(with("format: responses", "format: smoke")), Contains("agent-bad-value"));
  EXPECT_THAT(codes(with("{KEY: ", "{1KEY=x: ")), Contains("agent-bad-value"));
  EXPECT_THAT(codes(with("scripts: true", "integrity: {plain: sha1-abc}")),
              Contains("agent-bad-value"));
  EXPECT_THAT(
      codes(with("scripts: true", "integrity: {other: sha512-" + std::string(86, 'a') + "==}")),
      Contains("agent-bad-value"));
  EXPECT_THAT(codes(with("scripts: true", "unpack: bin/agent")), Contains("agent-bad-value"));
  EXPECT_THAT(codes(with("\"{task}\"", "task")), Contains("agent-no-task"));
  EXPECT_THAT(codes(with("[\"{agent}/bin/agent\", \"-p\", \"{task}\"]", "agent -p {task}")),
              Contains("agent-wrong-type"));
}

TEST(Recipe, HoldsOnlyPathsThatStayWhereTheyBelong) {
  EXPECT_THAT(codes(with(".agent/settings.json:", "../settings.json:")),
              Contains("agent-bad-value"));
  EXPECT_THAT(codes(with(".agent/settings.json:", "/etc/passwd:")), Contains("agent-bad-value"));
  EXPECT_THAT(codes(with("node_modules/.bin/agent", "/bin/sh")), Contains("agent-bad-value"));
}

// What is an agent's own is no evidence: a home directory never is.
TEST(Recipe, CannotCallTheHomeDirectoryItsOwn) {
  for (const std::string path : {"/home/dev", "/home/dev/", "/", "/tmp", "/etc/passwd",
                                 "/home/dev/.agent/../project", "home/dev/.agent"}) {
    EXPECT_THAT(codes(with("[/home/dev/.agent]", "[" + path + "]")), Contains("agent-bad-value"))
        << path;
  }
}

TEST(Recipe, HasADigestOfAllThatMatters) {
  const Recipe recipe = *parse_recipe(whole, "x.yaml");

  EXPECT_EQ(recipe.digest(), parse_recipe(with("None.", "Some."), "y.yaml")->digest());
  EXPECT_NE(recipe.digest(), parse_recipe(with("-p", "-q"), "x.yaml")->digest());
  EXPECT_NE(recipe.digest(), parse_recipe(with(".agent]", ".agents]"), "x.yaml")->digest());
  EXPECT_NE(recipe.digest(), parse_recipe(with("acp]", "serve]"), "x.yaml")->digest());
}

TEST(Blanks, AreFilledOnceAndOtherBracesStay) {
  const Blanks blanks{.task = "say {key}", .base = "http://b", .model = "m", .agent = "/a"};

  EXPECT_EQ(filled(R"({"k":{"u":"{base}/v1"}} {task} {model} {agent}{nothing})", blanks),
            R"({"k":{"u":"http://b/v1"}} say {key} m /a{nothing})");
}

TEST(Recipe, IsEveryFileOfTheAgentsFolder) {
  int recipes = 0;
  for (const auto& entry : std::filesystem::directory_iterator("agents")) {
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();

    const auto recipe = parse_recipe(text.str(), entry.path().string());

    ASSERT_TRUE(recipe) << recipe.error().front().text();
    EXPECT_EQ(recipe->name + ".yaml", entry.path().filename());
    EXPECT_FALSE(recipe->scripts) << "install scripts run on the host";
    for (const auto& [package, version] : recipe->packages)
      EXPECT_TRUE(recipe->integrity.contains(package)) << package << " has no digest";
    if (!recipe->node.empty()) EXPECT_TRUE(recipe->integrity.contains(node_package)) << entry;
    ++recipes;
  }
  EXPECT_GE(recipes, 10);
}

}  // namespace
}  // namespace redcode::agents
