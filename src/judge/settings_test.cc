#include "judge/settings.h"

#include <gmock/gmock.h>

#include <string>

namespace redcode::judge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> at(const char* path, std::string_view content, const char* key) {
  const std::optional<Settings> settings = read_settings(path, content);
  if (!settings) return {"unreadable"};
  std::vector<std::string> texts;
  for (const Value& value : values_at(*settings, key)) texts.push_back(text_of_value(value));
  return texts;
}

TEST(Settings, OfJsonAreTheSameHoweverItIsWritten) {
  for (const char* text :
       {R"({"agent":{"autoApprove":true}})", "{\n  \"agent\": {\n\"autoApprove\" :true}}",
        R"({"agent":{"auto\u0041pprove":true}})",
        "{// yes\n\"agent\":{/* \" */\"autoApprove\":true,},}",
        "\xEF\xBB\xBF{\"agent\":{\"autoApprove\":false,\"autoApprove\":true}}",
        "{agent: {'autoApprove': true}}"}) {
    EXPECT_THAT(at("/a/settings.json", text, "agent.autoApprove"), ElementsAre("true")) << text;
  }
}

TEST(Settings, OfYamlAreReadThroughListsAndDocuments) {
  const char* manifest =
      "kind: Service\n---\nspec:\n  containers:\n    - name: a\n"
      "    - {name: b, securityContext: {privileged: yes}}\n";

  EXPECT_THAT(at("/k.yaml", manifest, "spec.containers.*.securityContext.privileged"),
              ElementsAre("yes"));
  EXPECT_THAT(at("/k.yaml", manifest, "spec.containers.1.name"), ElementsAre("b"));
  EXPECT_THAT(at("/k.yaml", manifest, "**.privileged"), ElementsAre("yes"));
  EXPECT_THAT(at("/k.yaml", R"({"spec":{"containers":[{"name":"c"}]}})", "spec.containers.*.name"),
              ElementsAre("c"));
}

TEST(Settings, OfTomlAreRead) {
  const char* text = "[tool.black]\nline-length = 100\nwhen = 1979-05-27\n[[server]]\nname = 'a'\n";

  EXPECT_THAT(at("/p.toml", text, "tool.black.line-length"), ElementsAre("100"));
  EXPECT_THAT(at("/p.toml", text, "tool.black.when"), ElementsAre("1979-05-27"));
  EXPECT_THAT(at("/p.toml", text, "server.*.name"), ElementsAre("a"));
  EXPECT_THAT(at("/p.toml", "a = 30_000", "a"), ElementsAre("30000"));
  EXPECT_THAT(at("/p.toml", "a = 0x1F", "a"), ElementsAre("31"));
  EXPECT_THAT(at("/p.toml", "a = 0o755", "a"), ElementsAre("493"));
  EXPECT_THAT(at("/p.toml", "a.\"b c\" = [\n 'x', # y\n {k = \"\\u0041\\n\"},\n]\n", "a.b c.1.k"),
              ElementsAre("A\n"));
  EXPECT_THAT(at("/p.toml", "a = \"\"\"\nb\n\"\"\"\nc = '''d'''\n", "a"), ElementsAre("b\n"));
  EXPECT_THAT(at("/p.toml", "a = \"\"\"\nb\n\"\"\"\nc = '''d'''\n", "c"), ElementsAre("d"));
  for (const char* broken : {"a = = b", "a = ", "a = 'b", "[a", "[[a]", "a = [1", "a = {b = 1",
                             "= 1", "a b\n", "a = \"\\u12\"", "a = \"\\q\"", "a = \"\\"}) {
    EXPECT_THAT(at("/p.toml", broken, "a"), ElementsAre("unreadable")) << broken;
  }
}

TEST(Settings, OfIniLieInSectionsAndTheLastCounts) {
  const char* text =
      "; starttls = never\n[SMTP]\nStartTLS=required\nhost = 'relay.example'  ; a note\n"
      "[other]\nstarttls = off\n[smtp]\nstarttls : never\n";

  EXPECT_THAT(at("/m.ini", text, "smtp.starttls"), ElementsAre("never"));
  EXPECT_THAT(at("/m.ini", text, "smtp.host"), ElementsAre("relay.example"));
  EXPECT_THAT(at("/m.ini", "a = 1\na=2\n", "a"), ElementsAre("2"));
  EXPECT_THAT(
      at("/etc/ssh/sshd_config", "#PermitRootLogin no\nPermitRootLogin yes\n", "permitrootlogin"),
      ElementsAre("yes"));
  EXPECT_THAT(at("/git/gitconfig", "[remote \"origin\"]\n\turl = a:b\n", "remote.origin.url"),
              ElementsAre("a:b"));
  EXPECT_THAT(at("/p.conf", "proxy http://a.example\n", "proxy"), ElementsAre("http://a.example"));
}

TEST(Settings, OfBlocksLieInThem) {
  const char* text =
      "resource \"database\" \"calls\" {\n  lifecycle {\n    prevent_destroy = false # now\n  "
      "}\n}\n"
      "top = 1\n";

  EXPECT_THAT(at("/m.tf", text, "resource.database.calls.lifecycle.prevent_destroy"),
              ElementsAre("false"));
  EXPECT_THAT(at("/m.tf", text, "**.prevent_destroy"), ElementsAre("false"));
  EXPECT_THAT(at("/m.tf", text, "top"), ElementsAre("1"));
}

TEST(Settings, OfShellAreAssignmentsAliasesAndCommands) {
  const char* text =
      "#!/bin/sh\n# umask 077\numask 0; export A=\"x y\" B='z'\nif true; then declare -x C=1; fi\n"
      "alias ls=\"rm -f\" ll='ls -l'\nE=\\\n2\nA=last\n";

  EXPECT_THAT(at("/p.sh", text, "umask"), ElementsAre("0"));
  EXPECT_THAT(at("/p.sh", text, "A"), ElementsAre("last"));
  EXPECT_THAT(at("/p.sh", text, "B"), ElementsAre("z"));
  EXPECT_THAT(at("/p.sh", text, "C"), ElementsAre("1"));
  EXPECT_THAT(at("/p.sh", text, "E"), ElementsAre("2"));
  EXPECT_THAT(at("/home/dev/.bashrc", text, "alias.ls"), ElementsAre("rm -f"));
  EXPECT_THAT(at("/srv/.env", "KEY=\"a#b\" # c\n", "KEY"), ElementsAre("a#b"));
}

TEST(Settings, OfADockerfileAreThoseOfItsLastStage) {
  EXPECT_THAT(
      at("/a/Dockerfile", "FROM a\nUSER root\nFROM b\n# never USER root here\nuser 1000\n", "USER"),
      ElementsAre("1000"));
  EXPECT_THAT(at("/a/Dockerfile", "FROM a\nUSER 1000\nFROM b\nRUN a \\\n  USER\n", "USER"),
              IsEmpty());
}

TEST(Settings, WithoutAKnownNameAreReadByWhatTheyLookLike) {
  EXPECT_THAT(at("/x/config", R"({"a": 1})", "a"), ElementsAre("1"));
  EXPECT_THAT(at("/x/config", "a:\n  b: 2\n", "a.b"), ElementsAre("2"));
  EXPECT_THAT(at("/x/config", "[s]\na = 3\n", "s.a"), ElementsAre("3"));
  EXPECT_THAT(at("/x/run", "#!/bin/bash\nA=4\n", "A"), ElementsAre("4"));
}

TEST(Settings, ThatAreNullOrElsewhereAreNotThere) {
  EXPECT_THAT(at("/a.json", R"({"a": null, "b": {"c": 1}})", "a"), IsEmpty());
  EXPECT_THAT(at("/a.json", R"({"a": null, "b": {"c": 1}})", "c"), IsEmpty());
  EXPECT_THAT(at("/a.json", R"(["x"])", "5"), IsEmpty());
}

TEST(Settings, OfHostileFilesAreUnreadableOrBounded) {
  EXPECT_THAT(at("/a.json", std::string(500'000, '['), "a"), ElementsAre("unreadable"));
  EXPECT_THAT(at("/a.json", std::string("\0", 1), "a"), ElementsAre("unreadable"));
  EXPECT_THAT(at("/a.json", std::string(largest_settings + 1, ' '), "a"),
              ElementsAre("unreadable"));
  EXPECT_THAT(at("/a.toml", std::string(100'000, '['), "a"), ElementsAre("unreadable"));
  std::string blocks;
  for (int i = 0; i < 100'000; ++i) blocks += "b {\n";
  EXPECT_THAT(at("/a.conf", blocks + "a = 1\n", "**.a"), ElementsAre("1"));
  std::string keys;
  for (int i = 0; i < 50'000; ++i) keys += "key" + std::to_string(i) + " = 1\n";
  EXPECT_THAT(at("/a.ini", keys, "key49999"), ElementsAre("1"));
  EXPECT_THAT(at("/a.sh", "A='never closed\n", "A"), ElementsAre("never closed\n"));
  EXPECT_THAT(at("/a.ini", "\xff\xfe = \xff\n[\n]\n{\n}\n=\n", "a"), IsEmpty());
}

}  // namespace
}  // namespace redcode::judge
