#include "personas/tool_call.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "base/process.h"
#include "base/run.h"

namespace redcode::personas {
namespace {

using corpus::Language;

wire::Tool tool(std::string name, std::string_view parameters) {
  return {.name = std::move(name), .parameters = *parse_json(parameters)};
}

wire::Tool text_tool(std::string name, const std::string& property) {
  return tool(std::move(name),
              R"({"type": "object", "properties": {")" + property + R"(": {"type": "string"}}})");
}

// "name arguments", or "".
std::string called(Language language, std::string_view code, const std::vector<wire::Tool>& tools) {
  const auto call = tool_call(language, code, tools);
  return call ? call->name + " " + call->arguments : "";
}

TEST(ToolCall, TakesTheToolOfTheLanguage) {
  const std::vector<wire::Tool> ours{text_tool("bash", "command"), text_tool("python", "code"),
                                     text_tool("javascript", "code")};

  EXPECT_EQ(called(Language::bash, "ls", ours), R"(bash {"command":"ls"})");
  EXPECT_EQ(called(Language::python, "x = 1", ours), R"(python {"code":"x = 1"})");
  EXPECT_EQ(called(Language::javascript, "x = 1", ours), R"(javascript {"code":"x = 1"})");
}

TEST(ToolCall, RunsOtherLanguagesThroughTheShell) {
  EXPECT_EQ(called(Language::python, "x()", {text_tool("Bash", "command")}),
            R"(Bash {"command":"python3 - <<'EOF_1'\nx()\nEOF_1"})");
  EXPECT_EQ(called(Language::javascript, "x()", {text_tool("shell", "command")}),
            R"(shell {"command":"node - <<'EOF_1'\nx()\nEOF_1"})");
}

TEST(ToolCall, PrefersAKnownShellToWhatSoundsLikeOne) {
  EXPECT_EQ(called(Language::bash, "ls",
                   {text_tool("search_command", "command"), text_tool("Execute", "command")}),
            R"(Execute {"command":"ls"})");
}

TEST(ToolCall, FindsAShellNobodyToldItOf) {
  const std::vector<wire::Tool> tools{text_tool("notes", "script"), text_tool("acme_SHELL", "cmd")};

  EXPECT_EQ(called(Language::bash, "ls", tools), R"(acme_SHELL {"cmd":"ls"})");
  EXPECT_EQ(called(Language::bash, "ls", {tools[0]}), R"(notes {"script":"ls"})");
}

TEST(ToolCall, IsNotFooledByAnEditorsCommands) {
  const wire::Tool editor =
      tool("str_replace_editor",
           R"({"properties": {"command": {"type": "string", "enum": ["view", "create"]}}})");

  EXPECT_EQ(called(Language::bash, "ls", {editor}), "");
  EXPECT_EQ(called(Language::bash, "ls", {text_tool("BashOutput", "bash_id")}), "");
  EXPECT_EQ(called(Language::bash, "ls", {}), "");
}

TEST(ToolCall, FillsInWhatIsRequired) {
  const wire::Tool shell = tool("bash", R"({"required":
    ["command", "description", "background", "timeout_ms", "lines", "level", "share", "tags", "nested", "ghost"],
    "properties": {"command": {"type": "string"}, "description": {"type": ["string", "null"]},
    "background": {"type": "boolean"}, "timeout_ms": {"type": "integer"},
    "lines": {"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 5}]},
    "level": {"enum": ["low", "high"]}, "share": {"type": "number", "maximum": 0}, "tags": {"type": "array"},
    "nested": {"type": "object", "required": ["why"], "properties": {"why": {"type": "string"}}},
    "optional": {"type": "string"}}})");

  EXPECT_EQ(called(Language::bash, "ls", {shell}),
            R"(bash {"command":"ls","description":"run a command","background":false,)"
            R"("timeout_ms":60000,"lines":5,"level":"low","share":0,"tags":[],)"
            R"("nested":{"why":"run a command"},"ghost":"run a command"})");
}

TEST(ToolCall, GivesListsTheirShape) {
  const wire::Tool many =
      tool("run_commands",
           R"({"properties": {"commands": {"type": "array", "items": {"type": "string"}}}})");
  const wire::Tool objects = tool("run_commands",
                                  R"({"properties": {"commands": {"type": "array", "items":
      {"type": "object", "properties": {"command": {"type": "string"}}}}}})");
  const wire::Tool argv = tool(
      "shell", R"({"properties": {"command": {"type": "array", "items": {"type": "string"}}}})");

  EXPECT_EQ(called(Language::bash, "ls", {many}), R"(run_commands {"commands":["ls"]})");
  EXPECT_EQ(called(Language::bash, "ls", {objects}),
            R"(run_commands {"commands":[{"command":"ls"}]})");
  EXPECT_EQ(called(Language::bash, "ls", {argv}), R"(shell {"command":["bash","-c","ls"]})");
}

TEST(ToolCall, SurvivesSchemasThatAreNone) {
  for (
      const std::string_view schema :
      {"null", "[]", "3", R"({"properties": []})", R"({"properties": {"command": 3}})",
       R"({"properties": {"command": {"type": 7}}, "required": [1, {"a": 2}]})",
       R"({"properties": {"command": {"type": "array", "items": 4}}, "required": "command"})",
       R"({"properties": {"command": {"anyOf": "x"}, "n": {"type": "number", "minimum": 1e300}}, "required": ["n"]})"}) {
    const auto call = tool_call(Language::bash, "ls", {tool("bash", schema)});
    if (call) EXPECT_TRUE(parse_json(call->arguments)) << schema;
  }
}

TEST(ShellCommand, EndsWithAWordThatIsNotInTheCode) {
  EXPECT_EQ(shell_command(Language::python, "print('EOF_1')\nEOF_2"),
            "python3 - <<'EOF_3'\nprint('EOF_1')\nEOF_2\nEOF_3");
}

Task<> add_to(std::string& all, std::string_view piece) {
  all += piece;
  co_return;
}

Task<> run_into(std::string& output, std::string command) {
  ProcessRequest request{.argv = {"bash", "-c", std::move(command)}};
  OutputSink sink = [&output](std::string_view piece) { return add_to(output, piece); };
  co_await run_process(std::move(request), std::move(sink));
}

TEST(ShellCommand, KeepsEveryCharacterOfTheCode) {
  const std::string code = R"(print("it's $HOME `id` \\ 'EOF_1' !!"))";
  std::string output;

  run(run_into(output, shell_command(Language::python, code)));

  EXPECT_EQ(output, "it's $HOME `id` \\ 'EOF_1' !!\n");
}

}  // namespace
}  // namespace redcode::personas
