#include "judge/tool_command.h"

#include <re2/re2.h>

namespace redcode::judge {
namespace {

std::string unescaped(const re2::StringPiece& json) {
  static const RE2 line_end(R"re(\\n)re");
  static const RE2 escape(R"re(\\(["\\]))re");
  std::string text(json);
  RE2::GlobalReplace(&text, line_end, "\n");
  RE2::GlobalReplace(&text, escape, R"(\1)");
  return text;
}

ToolCommand joined(re2::StringPiece list) {
  static const RE2 word(R"re((?s)"((?:[^"\\]|\\.)*)\")re");
  static const RE2 shell(R"re(^(?:\S*/)?(?:ba|da|z)?sh -\w*c )re");
  ToolCommand command{.code = {}, .spoken = {list.data(), 0}};
  re2::StringPiece one;
  while (RE2::FindAndConsume(&list, word, &one)) {
    if (!command.code.empty()) command.code += ' ';
    command.code += unescaped(one);
    command.spoken = {one.data(), one.size()};
  }
  RE2::Replace(&command.code, shell, "");
  return command;
}

}  // namespace

std::optional<ToolCommand> command_in(std::string_view call) {
  static const RE2 words(
      R"re((?s)"(?:command|cmd)"\s*:\s*\[((?:[^"\[\]]|"(?:[^"\\]|\\.)*")*)\])re");
  static const RE2 text(R"re((?s)"(?:command|cmd|code|script|input)"\s*:\s*"((?:[^"\\]|\\.)*))re");
  re2::StringPiece found;
  if (RE2::PartialMatch(call, words, &found)) return joined(found);
  if (!RE2::PartialMatch(call, text, &found)) return std::nullopt;
  return ToolCommand{.code = unescaped(found), .spoken = {found.data(), found.size()}};
}

bool only_looks(std::string_view call) {
  static const RE2 name(R"re("(?:name|tool|function|action)"\s*:\s*"(\w+)")re");
  static const RE2 looking(R"re((?i:read|list|view|get|search|grep|glob|ls)(?:[_A-Z]\w*)?)re");
  static const RE2 changing("(?i)replace|write|delete");
  std::string tool;
  return RE2::PartialMatch(call, name, &tool) && RE2::FullMatch(tool, looking) &&
         !RE2::PartialMatch(tool, changing);
}

}  // namespace redcode::judge
