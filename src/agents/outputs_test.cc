// Every model output in tests/outputs is read as its author says it should be: cut off, malformed
// or written to mislead.
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "agents/codeact.h"
#include "agents/interpreter.h"
#include "agents/react.h"
#include "agents/toolcall.h"
#include "base/json.h"

namespace redcode::agents {
namespace {

struct Output {
  std::string name;
  wire::Reply reply;
  Json expected;
};

// A reply is its text, or {"text", "calls": [{"id", "name", "arguments"}]}.
wire::Reply reply_from(const Json& json) {
  if (json.is_string()) return {.text = json.get<std::string>()};
  wire::Reply reply{.text = member_or<std::string>(json, "text", "")};
  for (const Json& call : members(json, "calls")) {
    reply.calls.push_back({.id = member<std::string>(call, "id"),
                           .name = member<std::string>(call, "name"),
                           .arguments = member<std::string>(call, "arguments")});
  }
  return reply;
}

std::vector<Output> outputs_for(const std::string& architecture) {
  std::vector<Output> outputs;
  std::ifstream file("tests/outputs/" + architecture + ".jsonl");
  for (std::string line; std::getline(file, line);) {
    const Json json = parse_json(line).value();
    outputs.push_back({.name = member<std::string>(json, "name"),
                       .reply = reply_from(json.at("reply")),
                       .expected = json.at("expect")});
  }
  return outputs;
}

// Actions as [language, code], with "problem" in the third place if one cannot be run.
Json as_read(const Turn& turn) {
  Json json = Json::object();
  json["actions"] = Json::array();
  for (const Action& action : turn.actions) {
    Json one = {action.language, action.code};
    if (!action.problem.empty()) one.push_back("problem");
    json["actions"].push_back(one);
  }
  json["malformed"] = is_unreadable(turn);
  json["final"] = turn.actions.empty() && turn.malformed.empty();
  json["asks"] = json["final"] == true && asks_the_owner(turn.prose);
  return json;
}

// What is not expected in words is expected to be empty or false.
Json expectation(const Json& expected) {
  Json whole = {
      {"actions", Json::array()}, {"malformed", false}, {"final", false}, {"asks", false}};
  for (const auto& [key, value] : expected.items()) {
    EXPECT_TRUE(whole.contains(key)) << key;
    whole[key] = value;
  }
  return whole;
}

void check(const Architecture& agent, std::size_t at_least) {
  const std::vector<Output> outputs = outputs_for(agent.architecture());
  std::set<std::string> names;

  for (const Output& output : outputs) {
    const Turn turn = agent.understand(output.reply);
    EXPECT_EQ(dump_json(as_read(turn)), dump_json(expectation(output.expected))) << output.name;
    EXPECT_TRUE(names.insert(output.name).second) << output.name << " is there twice";
  }

  EXPECT_GE(outputs.size(), at_least);
}

TEST(Outputs, OfCodeActAreReadAsExpected) { check(CodeAct(""), 50); }
TEST(Outputs, OfInterpreterAreReadAsExpected) { check(Interpreter(""), 50); }
TEST(Outputs, OfReactAreReadAsExpected) { check(React(""), 70); }
TEST(Outputs, OfToolCallingAreReadAsExpected) { check(ToolCalling(""), 45); }

}  // namespace
}  // namespace redcode::agents
