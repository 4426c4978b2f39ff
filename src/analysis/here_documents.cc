#include "analysis/here_documents.h"

#include <re2/re2.h>

#include <algorithm>

#include "analysis/guess.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr std::size_t most_programs = 64;
// A script's documents, and theirs.
constexpr std::size_t longest_script = std::size_t{1} << 20U;
constexpr std::size_t longest_command = 2000;

std::optional<Language> interpreter_in(std::string_view command) {
  static const RE2 name(
      R"((?:^|[\s|;&(/])(python[\d.]*|node|nodejs|ruby|php|bash|sh|zsh|pwsh|powershell)(?:\s|$))");
  std::string found;
  if (!RE2::PartialMatch(re2::StringPiece(command.data(), command.size()), name, &found))
    return std::nullopt;
  if (found.starts_with("python")) return Language::python;
  return language_named(found);
}

// Where a command's output goes: `cat > run.py <<EOF`, `tee /srv/run.py <<EOF`.
std::string file_written_by(std::string_view command) {
  static const RE2 name(R"((?:>{1,2}\|?\s*|\btee\s+(?:-a\s+)?)["']?([^\s"'<>|;&]{1,200}))");
  std::string found;
  RE2::PartialMatch(re2::StringPiece(command.data(), command.size()), name, &found);
  return found.substr(found.rfind('/') + 1);
}

// Finds the here-documents of one script, in order.
class ScriptReader {
 public:
  std::vector<Source> run(const std::string& script) && {
    for (const std::string& line : split(script, '\n')) take(line);
    close();
    return std::move(found_);
  }

 private:
  void take(const std::string& line) {
    if (ending_.empty()) return look_at(line);
    std::string_view inside = line;
    while (tabs_ && inside.starts_with('\t')) inside.remove_prefix(1);
    if (trim(inside) == ending_) return close();
    (body_ += inside) += '\n';
  }

  void look_at(std::string_view line) {
    static const RE2 opening(R"((?:^|[^<])<<(-?)\s*\\?(["']?)([A-Za-z_]\w*)["']?)");
    line = line.substr(0, longest_command);
    std::string dash;
    std::string quote;
    if (!RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), opening, &dash, &quote,
                           &ending_))
      return;
    tabs_ = !dash.empty();
    command_ = line;
  }

  // A document that is never closed ends with the script.
  void close() {
    const std::string file = file_written_by(command_);
    std::optional<Language> language = language_of_file(file);
    if (!language) language = interpreter_in(command_);
    if (!language && is_all_code(body_)) language = guess_language(body_);
    if (language && !trim(body_).empty() && found_.size() < most_programs)
      found_.push_back({.file = language_of_file(file) ? file : "",
                        .language = language,
                        .text = std::move(body_)});
    ending_.clear();
    command_.clear();
    body_.clear();
  }

  std::string ending_;  // the word that closes the open document
  std::string command_;
  std::string body_;
  bool tabs_ = false;
  std::vector<Source> found_;
};

void add_arguments_that_run(const std::string& script, std::vector<Source>& found) {
  static const RE2 program(
      R"re((?s)\b(python[\d.]*|node|ruby|php|bash|sh|pwsh)\s+(?:-\w\s+)*?-(?:c|e|r|Command)\s+(?:'([^']+)'|"((?:[^"\\]|\\.)+)"))re");
  re2::StringPiece left(script);
  std::string name;
  std::string plain;
  std::string quoted;
  while (found.size() < most_programs &&
         RE2::FindAndConsume(&left, program, &name, &plain, &quoted)) {
    RE2::GlobalReplace(&quoted, R"(\\(["$`\\]))", R"(\1)");
    found.push_back({.file = "",
                     .language = interpreter_in(name),
                     .text = (plain.empty() ? quoted : plain) + '\n'});
  }
}

}  // namespace

std::vector<Source> programs_within(const Source& script) {
  constexpr int deepest_document = 3;
  std::vector<Source> all;
  std::vector<Source> scripts{script};
  for (int depth = 0; depth < deepest_document && !scripts.empty(); ++depth) {
    std::vector<Source> inner;
    for (const Source& one : scripts) {
      if (one.text.size() > longest_script) continue;
      std::ranges::move(ScriptReader().run(one.text), std::back_inserter(inner));
      add_arguments_that_run(one.text, inner);
    }
    scripts.clear();
    for (Source& one : inner) {
      if (all.size() >= most_programs) return all;
      if (one.language == Language::bash) scripts.push_back(one);
      all.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace redcode::analysis
