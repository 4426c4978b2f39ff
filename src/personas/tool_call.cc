#include "personas/tool_call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/json.h"
#include "base/text.h"
#include "personas/arguments.h"

namespace redcode::personas {
namespace {

// The shell tools of known agents, the surest first: some offer more than one.
constexpr std::array<std::string_view, 17> shell_tools{"exec_command",
                                                       "Bash",
                                                       "bash",
                                                       "run_shell_command",
                                                       "shell",
                                                       "shell_command",
                                                       "run_commands",
                                                       "run_command",
                                                       "Execute",
                                                       "execute_bash",
                                                       "execute_command",
                                                       "run_terminal_command",
                                                       "run_terminal_cmd",
                                                       "run_in_terminal",
                                                       "developer__shell",
                                                       "terminal",
                                                       "local_shell"};
// What a shell tool nobody told us of has in its name.
constexpr std::array<std::string_view, 5> shell_words{"shell", "bash", "exec", "command",
                                                      "terminal"};
constexpr std::array<std::string_view, 4> command_names{"command", "cmd", "commands", "script"};
constexpr std::array<std::string_view, 1> code_names{"code"};

const wire::Tool* tool_named(const std::vector<wire::Tool>& tools, std::string_view name) {
  const auto found = std::ranges::find(tools, name, &wire::Tool::name);
  return found == tools.end() ? nullptr : &*found;
}

bool sounds_like_a_shell(const wire::Tool& tool) {
  const std::string name = lower(tool.name);
  return std::ranges::any_of(shell_words,
                             [&](std::string_view word) { return name.contains(word); });
}

std::optional<record::ToolCall> call_of(const wire::Tool* tool,
                                        std::span<const std::string_view> places,
                                        std::string_view text) {
  if (tool == nullptr) return std::nullopt;
  const std::optional<Json> arguments = arguments_with(tool->parameters, places, text);
  if (!arguments) return std::nullopt;
  return record::ToolCall{.id = {}, .name = tool->name, .arguments = dump_json(*arguments)};
}

// A tool made for the language: python{code}. Bash is a shell's own language.
std::optional<record::ToolCall> own_call(corpus::Language language, std::string_view code,
                                         const std::vector<wire::Tool>& tools) {
  if (language == corpus::Language::bash) return std::nullopt;
  return call_of(tool_named(tools, corpus::name(language)), code_names, code);
}

}  // namespace

std::optional<record::ToolCall> tool_call(corpus::Language language, std::string_view code,
                                          const std::vector<wire::Tool>& tools) {
  if (auto own = own_call(language, code, tools)) return own;
  const std::string command = shell_command(language, code);
  for (const std::string_view name : shell_tools) {
    if (auto call = call_of(tool_named(tools, name), command_names, command)) return call;
  }
  for (const wire::Tool& tool : tools) {
    if (!sounds_like_a_shell(tool)) continue;
    if (auto call = call_of(&tool, command_names, command)) return call;
  }
  for (const wire::Tool& tool : tools) {
    if (auto call = call_of(&tool, command_names, command)) return call;
  }
  return std::nullopt;
}

std::string no_tool_among(const std::vector<wire::Tool>& tools) {
  std::vector<std::string_view> names;
  names.reserve(tools.size());
  for (const wire::Tool& tool : tools) names.push_back(tool.name);
  return fmt::format("no tool here runs a command; offered: {}",
                     one_line(fmt::format("{}", fmt::join(names, ", ")), 400));
}

std::string shell_command(corpus::Language language, std::string_view code) {
  if (language == corpus::Language::bash) return std::string(code);
  int number = 1;
  while (code.contains(fmt::format("EOF_{}", number))) ++number;
  const std::string_view program = language == corpus::Language::python ? "python3" : "node";
  return fmt::format("{} - <<'EOF_{}'\n{}\nEOF_{}", program, number, code, number);
}

}  // namespace redcode::personas
