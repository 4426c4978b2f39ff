#include "analysis/reply.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <set>

#include "analysis/carried.h"
#include "analysis/diff.h"
#include "analysis/guess.h"
#include "analysis/here_documents.h"
#include "analysis/indented.h"
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

// A file's name in a heading or an opening line: `main.py`, **src/run.sh**, # evil.js.
std::string file_named_in(std::string_view line) {
  static const RE2 name(
      R"((?i)(?:^|[\s`*"'#:=({\[/])([\w.-]{1,80}\.(?:py|pyw|sh|bash|js|mjs|cjs|ts|c|h|cpp|go|ps1|psm1|rb|rs|java|php))(?:$|[\s`*"':,)}\]]))");
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
  // Diffs first; there may be several, with words between them.
  void between(std::string text) {
    constexpr int most_diffs = 64;
    for (int count = 0; count < most_diffs; ++count) {
      const auto diff = find_diff(text);
      if (!diff) break;
      loose(text.substr(0, diff->begin));
      add_patched({}, std::string_view(text).substr(diff->begin, diff->end - diff->begin));
      text.erase(0, diff->end);
    }
    loose(text);
  }

  // Text without fences or diffs.
  void loose(const std::string& text) {
    if (!take_json(text)) bare(text);
  }

  // Text without JSON either.
  void bare(const std::string& text) {
    Indented parted = split_indented(text);
    for (const std::string& block : parted.blocks) add({}, guess_language(block), block);
    if (parted.blocks.empty() && is_all_code(text)) return add({}, guess_language(text), text);
    parts_.words += parted.words;
  }

  // From the first line that opens a bracket to the last that closes one.
  bool take_json(const std::string& text) {
    static const RE2 json(R"((?s)^(|.*?\n)([ \t]*[\[{].*[\]}])([^\]}]*)$)");
    std::string before;
    std::string inside;
    std::string behind;
    if (!text.contains('"') || !RE2::FullMatch(text, json, &before, &inside, &behind)) return false;
    std::vector<Source> carried = carried_code(inside);
    if (carried.empty()) return false;
    bare(before);
    add_carried(std::move(carried), inside);
    bare(behind);
    return true;
  }

  // What carries code may be code itself: a program that begins with a bracket.
  void add_carried(std::vector<Source> carried, const std::string& text) {
    add_all(std::move(carried));
    if (is_all_code(text)) add({}, guess_language(text), text);
  }

  void add_all(std::vector<Source> sources) {
    for (Source& one : sources) {
      if (find_diff(one.text)) {
        add_patched(one.file, one.text);
      } else {
        add(std::move(one.file), one.language, std::move(one.text));
      }
    }
  }

  // `file` is the name that stands beside the diff, for one that names none.
  void add_patched(const std::string& file, std::string_view diff) {
    for (PatchedFile& one : patched_files(diff)) {
      std::string name = one.file.empty() ? file : std::move(one.file);
      std::optional<Language> language = language_of_file(name);
      if (!language) language = guess_language(one.text);
      add(std::move(name), language, std::move(one.text));
    }
  }

  void take(const Fence& fence) {
    if (trim(fence.code).empty()) return;
    const std::string tag = lower(tag_of(fence));
    const std::string_view opening =
        std::string_view(reply_).substr(fence.begin, fence.inside - fence.begin);
    std::string file = file_named_in(trim(opening));
    if (file.empty()) file = file_named_in(line_before(reply_, fence.begin));
    std::optional<Language> language = language_named(tag);
    const auto diff = find_diff(fence.code);
    if (tag == "diff" || tag == "patch" || (diff && (!language || diff->begin == 0)))
      return add_patched(file, fence.code);
    std::vector<Source> carried;
    if (!language) carried = carried_code(fence.code);
    if (!carried.empty()) return add_carried(std::move(carried), fence.code);
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
        "kotlin",     "perl",    "swift",  "scala",  "lua",   "r",    "csharp",   "cs",
        "c#",         "vb",      "vbs",    "vba",    "nim",   "zig",  "dart",     "julia",
        "asm",        "nasm",    "bat",    "cmd",    "batch", "make", "makefile", "cmake",
        "dockerfile", "haskell", "elixir", "groovy", "html",  "css",  "sql",      "svg"};
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
    if (language != Language::bash || sources.size() >= most_sources) return;
    const Source script = sources.back();
    for (Source& inner : programs_within(script)) {
      if (sources.size() >= most_sources) return;
      if (inner.file.empty()) inner.file = invented_name(inner.language, sources.size() + 1);
      sources.push_back(std::move(inner));
    }
  }

  std::string reply_;
  ReplyParts parts_;
};

}  // namespace

ReplyParts parts_of(std::string_view reply) { return ReplyReader(reply).run(); }

std::vector<Source> sources_in(std::string_view reply) { return parts_of(reply).sources; }

}  // namespace redcode::analysis
