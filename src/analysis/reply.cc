#include "analysis/reply.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <set>

#include "analysis/guess.h"
#include "base/fences.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

bool is_data(std::string_view tag) {
  static const std::set<std::string_view> words{
      "json", "jsonc", "json5", "csv",           "output",  "log",       "console",
      "yaml", "yml",   "toml",  "shell-session", "mermaid", "ini",       "xml",
      "tree", "latex", "http",  "conf",          "env",     "properties"};
  return words.contains(tag);
}

bool is_text(std::string_view tag) {
  static const std::set<std::string_view> words{"text", "txt", "plaintext", "plain",
                                                "none", "md",  "markdown",  "quote"};
  return words.contains(tag);
}

// Lines that begin with "> " are quoted, by whomever.
std::string unquoted(std::string_view reply) {
  std::string text;
  text.reserve(reply.size());
  for (std::size_t at = 0; at < reply.size();) {
    const std::size_t end = std::min(reply.find('\n', at), reply.size() - 1) + 1;
    std::string_view line = reply.substr(at, end - at);
    if (line.starts_with("> ")) {
      line.remove_prefix(2);
    } else if (line == ">\n") {
      line.remove_prefix(1);
    }
    text += line;
    at = end;
  }
  return text;
}

// What a diff leaves: its context and its new lines.
std::string patched(const std::string& diff) {
  static const RE2 heading(R"(^(diff |index |--- |\+\+\+ |@@|new file|deleted file|similarity ))");
  std::string code;
  for (const std::string& line : split(diff, '\n')) {
    if (line.starts_with('-') || RE2::PartialMatch(line, heading)) continue;
    const bool marked = line.starts_with('+') || line.starts_with(' ');
    code += (marked ? line.substr(1) : line) + '\n';
  }
  return code;
}

// A file's name in a heading or an opening line: `main.py`, **src/run.sh**, # evil.js.
std::string file_named_in(std::string_view line) {
  static const RE2 name(
      R"((?i)(?:^|[\s`*"'#:=({\[/])([\w.-]{1,80}\.(?:py|pyw|sh|bash|js|mjs|cjs|ts|c|h|cpp|go|ps1|psm1))(?:$|[\s`*"':,)}\]]))");
  std::string found;
  RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), name, &found);
  return found;
}

// The last line before `at` that is not blank.
std::string_view line_before(std::string_view text, std::size_t at) {
  std::string_view before = text.substr(0, at);
  while (!before.empty() && std::string_view(" \t\r\n").contains(before.back()))
    before.remove_suffix(1);
  return before.substr(before.rfind('\n') + 1);
}

std::optional<Language> language_of_file(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  return dot == std::string_view::npos ? std::nullopt : language_named(file.substr(dot + 1));
}

std::string invented_name(std::optional<Language> language, std::size_t number) {
  return fmt::format("reply-{}{}", number, language ? ending(*language) : ".txt");
}

class ReplyReader {
 public:
  explicit ReplyReader(std::string_view reply) : reply_(unquoted(reply)) {}

  ReplyParts run() && {
    std::size_t at = 0;
    for (const Fence& fence : read_fences(reply_)) {
      between(reply_.substr(at, fence.begin - at));
      take(fence);
      at = fence.end;
    }
    between(reply_.substr(at));
    return std::move(parts_);
  }

 private:
  void between(const std::string& text) {
    if (is_all_code(text)) {
      add({}, guess_language(text), text);
    } else {
      parts_.words += text;
    }
  }

  void take(const Fence& fence) {
    if (trim(fence.code).empty()) return;
    const std::string tag = lower(tag_of(fence));
    const std::string_view opening =
        std::string_view(reply_).substr(fence.begin, fence.inside - fence.begin);
    std::string file = file_named_in(trim(opening));
    if (file.empty()) file = file_named_in(line_before(reply_, fence.begin));
    if (tag == "diff" || tag == "patch") {
      const std::string code = patched(fence.code);
      if (file.empty()) file = file_named_in(fence.code.substr(0, fence.code.find("@@")));
      const auto named = language_of_file(file);
      add(std::move(file), named ? named : guess_language(code), code);
      return;
    }
    std::optional<Language> language = language_named(tag);
    if (!language && !is_text(tag)) language = language_of_file(file);
    if (language) return add(std::move(file), language, fence.code);
    unnamed(tag, std::move(file), fence.code);
  }

  // Code of a language that its fence does not name, or no code at all.
  void unnamed(const std::string& tag, std::string file, const std::string& text) {
    if (is_data(tag) || is_text(tag)) {
      if (is_all_code(text)) return add(std::move(file), guess_language(text), text);
      if (is_text(tag)) parts_.words += text;
      return;
    }
    const std::optional<Language> guessed = guess_language(text);
    if (tag.empty() && (!guessed || is_prose(text))) {
      parts_.words += text;  // words without a tag are a quotation
      return;
    }
    add(std::move(file), is_another(tag) ? std::nullopt : guessed, text);
  }

  // A language that is known to be none of ours; other tags say nothing.
  static bool is_another(std::string_view tag) {
    static const std::set<std::string_view> words{
        "rust",   "java",  "kotlin", "ruby",     "rb",    "perl",       "php",     "swift",
        "scala",  "lua",   "r",      "csharp",   "cs",    "c#",         "vb",      "vbs",
        "vba",    "nim",   "zig",    "dart",     "julia", "asm",        "nasm",    "bat",
        "cmd",    "batch", "make",   "makefile", "cmake", "dockerfile", "haskell", "elixir",
        "groovy", "html",  "css",    "sql",      "svg"};
    return words.contains(tag);
  }

  // "python:main.py", "{.python}", "python," and "Python3.11" are written too.
  static std::string tag_of(const Fence& fence) {
    std::string_view tag = fence.language;
    while (!tag.empty() && std::string_view("{.").contains(tag.front())) tag.remove_prefix(1);
    return std::string(tag.substr(0, tag.find_first_of(":,{}()=")));
  }

  void add(std::string file, std::optional<Language> language, std::string text) {
    std::vector<Source>& sources = parts_.sources;
    if (sources.size() >= most_sources) {
      const auto like =
          std::ranges::find(sources.rbegin(), sources.rend(), language, &Source::language);
      if (like != sources.rend()) {
        like->text += text;
        return;
      }
    }
    if (file.empty()) file = invented_name(language, sources.size() + 1);
    sources.push_back({.file = std::move(file), .language = language, .text = std::move(text)});
  }

  std::string reply_;
  ReplyParts parts_;
};

}  // namespace

ReplyParts parts_of(std::string_view reply) { return ReplyReader(reply).run(); }

std::vector<Source> sources_in(std::string_view reply) { return parts_of(reply).sources; }

}  // namespace redcode::analysis
