#include "analysis/guess.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "analysis/syntax.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr std::size_t longest_look = std::size_t{64} << 10U;
constexpr std::size_t longest_trial = std::size_t{8} << 10U;

std::optional<Language> by_first_line(std::string_view code) {
  if (code.starts_with("<?php")) return Language::php;
  if (!code.starts_with("#!")) return std::nullopt;
  const std::string_view line = code.substr(0, code.find('\n'));
  static const RE2 python("python");
  static const RE2 shell(R"(\b(ba|z|k|da)?sh\b)");
  static const RE2 javascript("node|deno|bun");
  static const RE2 powershell("pwsh|powershell");
  static const RE2 ruby(R"(\bruby\b)");
  static const RE2 php(R"(\bphp\b)");
  if (RE2::PartialMatch(line, python)) return Language::python;
  if (RE2::PartialMatch(line, powershell)) return Language::powershell;
  if (RE2::PartialMatch(line, javascript)) return Language::javascript;
  if (RE2::PartialMatch(line, shell)) return Language::bash;
  if (RE2::PartialMatch(line, ruby)) return Language::ruby;
  if (RE2::PartialMatch(line, php)) return Language::php;
  return std::nullopt;
}

// Lines as only this language has them.
const RE2& typical(Language language) {
  static const std::array<RE2, all_languages> patterns{
      R"(^\s*(def \w+\(.*\)?|class \w+.*:|from [\w.]+ import |import [\w., ]+( as \w+)?$|if __name__|elif .*:|except\b.*:|try:|with .* as \w+:|for .* in .*:|while .*:|@\w+|print\(|return\b|async def|raise \w+|\w+ = \w+[\w.]*\())",
      R"(^\s*(fi|done|esac|then|do|if \[|while (true|:|read|\[)|for \w+ in |for \(\(|set -[a-z]+|export \w+=|local \w+=|echo |function \w+|\w+\(\) ?\{|[A-Za-z_]+=\S*$|curl |sudo |rm |chmod |crontab |find |grep |cat |nohup |systemctl |apt|cp |mv |sed |awk )|\$\(|\$\{|\| \w+)",
      R"(^\s*(const |let |var |function\b.*\{|async function|import .* from ['"]|module\.exports|export |require\(|document\.|window\.|console\.|setInterval\(|setTimeout\()|=> ?\{|\bnew \w+\(|\}\);?$|;$)",
      R"(^\s*(#include\b|#define |int main\(|static |void |int |char |struct |unsigned |size_t |FILE ?\*|typedef |return .*;|sizeof)|->|;$)",
      R"(^\s*(package \w+$|func |import \(|import "|type \w+ (struct|interface)|defer |go func|if err != nil|var \w+ |fmt\.|return\b.*\bnil)|:=)",
      R"((?i)^\s*(param ?\(|function \w+-\w+|\$\w+ ?= ?|(get|set|new|remove|start|stop|invoke|add|write|copy|out|import|register|where|foreach)-[a-z]+\b|\[\w[\w.]*\]\$?|while ?\(\$true\))|\$_\.|-eq |\| ?(where|foreach|out|select|%|\?))",
      R"(^\s*(require(_relative)? ['"]|def (self\.)?\w+[?!]?(\([^:]*\))?$|end$|class \w+( < [\w:]+)?$|module \w+$|puts |attr_\w+ :|unless \w|elsif |rescue\b|begin$|loop do)|\bdo( \|[\w, ]+\|)?$|\{ ?\|[\w, ]+\|)",
      R"(^\s*(use \w+(::|;)|(pub(\(\w+\))? )?(async )?(unsafe )?fn \w+|let (mut )?\w+|impl\b|struct \w+|#!?\[|match |mod \w+;|loop \{)|\w::\w+\(|\)\?;?$|\w!\(|;$)",
      R"(^\s*(import (static )?[\w.]+(\.\*)?;|package [\w.]+;|(public|private|protected) |@Override|(abstract |final )?class \w+|final \w+|try \(|catch \()|\bthrows \w+|\bnew \w+[<(]|\bSystem\.|;$)",
      R"(<\?php|^\s*((public |private |static )*function \w*\(.*\$|\$\w+( ?[.+]?= ?|->|\[)|echo |foreach ?\(.* as |namespace [\w\\]+;|use [\w\\]+;)|\$this->|\$\w+->\w+|\$_(GET|POST|SERVER|COOKIE)|;$)"};
  return patterns.at(static_cast<std::size_t>(language));
}

struct Score {
  Language language = Language::python;
  std::size_t lines = 0;
};

using Scores = std::vector<Score>;

// How many lines are typical of each language.
Scores scores_of(const std::vector<std::string>& lines) {
  Scores scores;
  for (std::size_t number = 0; number < all_languages; ++number) {
    const auto language = static_cast<Language>(number);
    const auto typical_lines =
        static_cast<std::size_t>(std::ranges::count_if(lines, [&](const std::string& line) {
          return RE2::PartialMatch(line, typical(language));
        }));
    scores.push_back({.language = language, .lines = typical_lines});
  }
  return scores;
}

// The language with the most lines of its own; the first of equals.
Score best(const std::vector<std::string>& lines) {
  const Scores scores = scores_of(lines);
  return *std::ranges::max_element(scores, {}, &Score::lines);
}

// Bytes that a parser makes no sense of.
std::size_t trouble_as(Language language, std::string_view code) {
  const Tree tree = parse(language, code, Deadline(std::chrono::milliseconds(50)));
  if (!tree) return code.size();
  std::size_t trouble = 0;
  Cursor at(ts_tree_root_node(tree.get()));
  bool more = true;
  while (more) {
    const TSNode node = at.node();
    const bool error = ts_node_is_error(node) || ts_node_is_missing(node);
    if (error) trouble += 1 + ts_node_end_byte(node) - ts_node_start_byte(node);
    more = (!error && ts_node_has_error(node) && at.down()) || at.onward();
  }
  return trouble;
}

// Of languages that are about as typical the one whose parser finds least wrong. Shells parse
// anything, so they must win by their lines.
Language best_parsed(const Scores& scores, const Score& top, std::string_view code) {
  Language found = top.language;
  const bool is_shell = found == Language::bash || found == Language::powershell;
  if (is_shell || code.size() > longest_trial) return found;
  std::size_t least = trouble_as(found, code);
  for (const Score& other : scores) {
    if (least == 0) break;
    if (other.language == top.language || other.language == Language::bash ||
        other.language == Language::powershell || other.lines * 10 < top.lines * 7)
      continue;
    const std::size_t trouble = trouble_as(other.language, code);
    if (trouble >= least) continue;
    least = trouble;
    found = other.language;
  }
  return found;
}

std::vector<std::string> lines_of(std::string_view code) {
  std::vector<std::string> lines = split(code.substr(0, longest_look), '\n');
  std::erase_if(lines, [](const std::string& line) { return trim(line).empty(); });
  return lines;
}

// Comments read like words but come with code. A star begins one only where there are some of that
// kind; else it is an item of a list.
std::vector<std::string> lines_without_comments(std::string_view text) {
  static const RE2 comment(R"(^\s*(#+(\s|$)|//|--\s|/\*|<#|#>))");
  static const RE2 starred(R"(^\s*\*)");
  const bool has_starred = text.contains("/*");
  std::vector<std::string> lines = lines_of(text);
  std::erase_if(lines, [&](const std::string& line) {
    return RE2::PartialMatch(line, comment) || (has_starred && RE2::PartialMatch(line, starred));
  });
  return lines;
}

}  // namespace

std::optional<Language> guess_language(std::string_view code) {
  if (const auto named = by_first_line(trim(code))) return named;
  const Scores scores = scores_of(lines_of(code));
  const Score found = *std::ranges::max_element(scores, {}, &Score::lines);
  if (found.lines == 0) return std::nullopt;
  return best_parsed(scores, found, code);
}

bool is_prose(std::string_view text) {
  // Five words in a row and nothing else.
  static const RE2 sentence(
      R"(^\s*(?:[-*>#] |\d+\. )?(?:[A-Za-z'’-]+[,;:.!?]?\s+){4,}[A-Za-z'’-]+[,;:.!?]?\s*$)");
  const std::vector<std::string> lines = lines_without_comments(text);
  const auto prose = static_cast<std::size_t>(std::ranges::count_if(
      lines, [](const std::string& line) { return RE2::PartialMatch(line, sentence); }));
  return prose * 4 > lines.size();
}

bool has_code(std::string_view text) { return best(lines_without_comments(text)).lines > 0; }

bool is_all_code(std::string_view text) {
  if (by_first_line(trim(text))) return true;
  const std::vector<std::string> lines = lines_without_comments(text);
  const std::size_t code = best(lines).lines;
  return code >= 2 && code * 5 >= lines.size() * 2 && !is_prose(text);
}

bool reads_as_code(std::string_view text) {
  if (is_all_code(text)) return true;
  const std::vector<std::string> lines = lines_without_comments(text);
  const Score found = best(lines);
  // To a shell any words are a command.
  if (found.lines < 2 || found.language == Language::bash || is_prose(text) ||
      found.language == Language::powershell || text.size() > longest_look)
    return false;
  const Tree tree = parse(found.language, text, Deadline(std::chrono::milliseconds(100)));
  return tree && !ts_node_has_error(ts_tree_root_node(tree.get()));
}

}  // namespace redcode::analysis
