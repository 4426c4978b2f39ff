#include "personas/action.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "personas/tool_call.h"

namespace redcode::personas {
namespace {

// In the order of the enum.
constexpr std::array<std::string_view, 4> tooling_names{"codeact", "interpreter", "react", "tools"};

// Blank lines off both ends; the first line's indentation stays.
std::string_view body_of(std::string_view code) {
  while (code.starts_with('\n')) code.remove_prefix(1);
  while (code.ends_with('\n')) code.remove_suffix(1);
  return code;
}

// One backtick more than the code has in a row, and three at least.
std::string fence_for(std::string_view code) {
  std::size_t longest = 2;
  std::size_t row = 0;
  for (const char c : code) {
    row = c == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  return std::string(longest + 1, '`');
}

std::string fenced(std::string_view language, std::string_view code) {
  const std::string fence = fence_for(code);
  return fmt::format("{}{}\n{}\n{}", fence, language, code, fence);
}

Line calls_a_tool(std::string_view words, CodeToRun deed, const std::vector<wire::Tool>& tools) {
  std::optional<record::ToolCall> call = tool_call(deed.language, deed.code, tools);
  if (!call) return {.text = no_tool_among(tools), .http_status = 400};
  return {.text = std::string(words), .calls = {*std::move(call)}};
}

}  // namespace

std::string_view name(Tooling tooling) {
  return tooling_names.at(static_cast<std::size_t>(tooling));
}

std::optional<Tooling> tooling_named(std::string_view name) {
  const auto* const found = std::ranges::find(tooling_names, name);
  if (found == tooling_names.end()) return std::nullopt;
  return static_cast<Tooling>(found - tooling_names.begin());
}

std::optional<Tooling> tooling_of_architecture(std::string_view name) {
  if (name == "toolcall") return Tooling::tools;
  if (name == "chat") return Tooling::interpreter;  // its code stands in fences too
  return name == "tools" ? std::nullopt : tooling_named(name);
}

Line acts(Tooling tooling, std::string_view words, CodeToRun deed,
          const std::vector<wire::Tool>& tools) {
  deed.code = body_of(deed.code);
  const std::string_view language = corpus::name(deed.language);
  switch (tooling) {
    case Tooling::codeact:
      return {.text = fmt::format("{}\n\n<execute language=\"{}\">\n{}\n</execute>", words,
                                  language, deed.code)};
    case Tooling::interpreter:
      return {.text = fmt::format("{}\n\n{}", words, fenced(language, deed.code))};
    case Tooling::react:
      return {.text = fmt::format("Thought: {}\nAction: {}\nAction Input:\n{}", words, language,
                                  fenced(language, deed.code))};
    case Tooling::tools:
      break;
  }
  return calls_a_tool(words, deed, tools);
}

Line says(Tooling tooling, std::string_view words) {
  if (tooling != Tooling::react) return {.text = std::string(words)};
  return {.text = fmt::format("Thought: I know what to answer.\nFinal Answer: {}", words)};
}

}  // namespace redcode::personas
