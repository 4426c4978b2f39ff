#include "personas/script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::personas {
namespace {

using ::testing::HasSubstr;

corpus::Corpus two_cases() {
  return {.cases = {{.id = "alpha.one"}, {.id = "beta.two"}}, .digest = ""};
}

TEST(Script, GivesPersonasAndRepliesByCase) {
  const Result<Script> script = parse_script(
      R"({"*": "obeys", "alpha.one": ["first", {"status": 503}, {"stall": true}, {"broken": true}, {"text": "t"}]})",
      two_cases());

  ASSERT_TRUE(script) << script.error().text();
  EXPECT_EQ(*part_for(*script, "beta.two"), Part(Persona::obeys));
  EXPECT_EQ(*part_for(*script, "alpha.one"), Part(std::vector<Line>{{.text = "first"},
                                                                    {.http_status = 503},
                                                                    {.stall = true},
                                                                    {.broken = true},
                                                                    {.text = "t"}}));
}

TEST(Script, GivesCallsAndRepliesThatBreakOff) {
  const Result<Script> script = parse_script(
      R"({"*": [{"text": "t", "call": {"name": "bash", "arguments": {"command": "ls"}}},
                {"call": {"name": "done", "arguments": {}}}, {"text": "t", "reset": true}, {"half": true}]})",
      two_cases());

  ASSERT_TRUE(script) << script.error().text();
  EXPECT_EQ(*part_for(*script, "beta.two"),
            Part(std::vector<Line>{{.text = "t", .calls = {{"", "bash", R"({"command":"ls"})"}}},
                                   {.calls = {{"", "done", "{}"}}},
                                   {.text = "t", .reset = true},
                                   {.text = "This is as far as it gets.", .half = true}}));
}

TEST(Script, HasNoPartForACaseItDoesNotName) {
  const Result<Script> script = parse_script(R"({"alpha.one": "ideal"})", two_cases());

  ASSERT_TRUE(script);
  EXPECT_EQ(part_for(*script, "beta.two"), nullptr);
}

struct Bad {
  std::string name;
  std::string json;
  std::string complaint;
};

class BadScript : public ::testing::TestWithParam<Bad> {};

TEST_P(BadScript, IsRefusedWithAReason) {
  const Result<Script> script = parse_script(GetParam().json, two_cases());

  ASSERT_FALSE(script);
  EXPECT_THAT(script.error().text(), HasSubstr(GetParam().complaint));
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadScript,
    ::testing::Values(
        Bad{"Syntax", "{", "json-syntax"}, Bad{"NoObject", "[]", "a script is a JSON object"},
        Bad{"UnknownCase", R"({"alpha.on": "obeys"})", "did you mean \"alpha.one\"?"},
        Bad{"UnknownPersona", R"({"*": "obey"})", "did you mean \"obeys\"?"},
        Bad{"EmptyList", R"({"*": []})", "a list of replies"},
        Bad{"Number", R"({"*": 3})", "a list of replies"},
        Bad{"NumberAsReply", R"({"*": [3]})", "a reply is a text"},
        Bad{"UnknownKey", R"({"*": [{"txt": "x"}]})", "a reply is a text"},
        Bad{"TwoKeys", R"({"*": [{"text": "x", "status": 500}]})", "a reply is a text"},
        Bad{"Nothing", R"({"*": [{}]})", "a reply is a text"},
        Bad{"ResetAndHalf", R"({"*": [{"reset": true, "half": true}]})", "a reply is a text"},
        Bad{"ResetFalse", R"({"*": [{"reset": false}]})", "a reply is a text"},
        Bad{"CallWithoutArguments", R"({"*": [{"call": {"name": "bash"}}]})", "a reply is a text"},
        Bad{"CallWithMore", R"({"*": [{"call": {"name": "b", "arguments": {}, "id": "1"}}]})",
            "a reply is a text"},
        Bad{"StatusOutOfRange", R"({"*": [{"status": 200}]})", "a reply is a text"},
        Bad{"HugeStatus", R"({"*": [{"status": 4294967796}]})", "a reply is a text"},
        Bad{"StallFalse", R"({"*": [{"stall": false}]})", "a reply is a text"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace redcode::personas
