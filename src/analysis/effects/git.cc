// git, and what it makes hard to get back.
#include <algorithm>
#include <array>
#include <map>

#include "analysis/effects/programs.h"

namespace redcode::effects {
namespace {

struct Invocation {
  std::string folder;
  Argv words;  // from the subcommand on
};

// `-c alias.x=!command` and the programs that git is told to use.
void settings(Evaluator& evaluator, const std::string& setting) {
  static constexpr std::array<std::string_view, 9> programs{
      "core.editor",   "core.pager",        "core.sshcommand", "core.fsmonitor", "sequence.editor",
      "diff.external", "credential.helper", "core.hookspath",  "gpg.program"};
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos) return;
  std::string name = setting.substr(0, equals);
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  const std::string value = setting.substr(equals + 1);
  if (name.starts_with("alias.") && value.starts_with('!'))
    evaluator.script(value.substr(1), {}, Source::command);
  else if (std::ranges::find(programs, name) != programs.end() || name.starts_with("filter.") ||
           name.starts_with("diff.") || name.starts_with("pager."))
    evaluator.script(value.starts_with('!') ? value.substr(1) : value, {}, Source::command);
}

// An option before the subcommand, with its value.
void before_subcommand(Evaluator& evaluator, const std::string& option, const std::string& value,
                       Invocation& found) {
  if (option == "-C" || option == "--work-tree") found.folder = evaluator.absolute(value);
  if (option == "-c") settings(evaluator, value);
}

Invocation invocation_of(Evaluator& evaluator, const Call& call) {
  static constexpr std::array<std::string_view, 6> pairs{
      "-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"};
  Invocation found{.folder = evaluator.shell().working_dir, .words = {}};
  std::size_t i = 1;
  for (; i < call.argv.size() && call.argv[i].starts_with('-'); ++i) {
    const std::string& word = call.argv[i];
    const bool pair = std::ranges::find(pairs, word) != pairs.end();
    if (pair && i + 1 < call.argv.size()) before_subcommand(evaluator, word, call.argv[++i], found);
    if (word.starts_with("--work-tree=")) found.folder = evaluator.absolute(word.substr(12));
  }
  found.words = from(call.argv, i);
  return found;
}

bool any(const Argv& words, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(words, [wanted](const std::string& word) {
    return std::ranges::find(wanted, word) != wanted.end();
  });
}

void discard(Evaluator& evaluator, const std::string& folder, const std::string& what) {
  Effect effect{.verb = Verb::git_discard, .object = what, .recursive = true};
  // Without a folder: commits, which no state of files tells of.
  if (is_known(folder) && !folder.empty()) effect.facts = evaluator.ground().facts(folder);
  // Made by this call: nothing of it was there before.
  effect.facts.made_by_call = evaluator.made().files.contains(folder);
  evaluator.add(std::move(effect));
}

// Paths that go back to what git has of them.
void restore(Evaluator& evaluator, const Invocation& repository, const Argv& paths) {
  const std::string before = evaluator.shell().working_dir;
  evaluator.shell().working_dir = repository.folder;
  for (const std::string& path : paths)
    evaluator.file(Verb::overwrite, path == ":/" ? repository.folder : path, true);
  evaluator.shell().working_dir = before;
}

void remove(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  if (read.has("", "cached") || read.has("n", "dry-run")) return;
  const std::string before = evaluator.shell().working_dir;
  evaluator.shell().working_dir = repository.folder;
  for (const std::string& path : read.operands) evaluator.file(Verb::remove, path, read.has("r"));
  evaluator.shell().working_dir = before;
}

bool any_begins(const Argv& words, std::string_view begin) {
  return std::ranges::any_of(words,
                             [begin](const std::string& word) { return word.starts_with(begin); });
}

std::string shown_as(const Invocation& repository) { return "git " + joined(repository.words); }

void rename(Evaluator& evaluator, const Invocation&, const Arguments& read) {
  for (const std::string& path : read.operands) evaluator.file(Verb::write, path);
}

void restore_files(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  if (!read.has("S", "staged") || read.has("W", "worktree"))
    restore(evaluator, repository, read.operands);
}

Argv paths_checked_out(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  const auto dashes = std::ranges::find(repository.words, "--");
  if (dashes != repository.words.end() && dashes + 1 != repository.words.end())
    return {dashes + 1, repository.words.end()};
  if (any(read.operands, {".", ":/", "*"})) return {"."};
  Argv paths;
  if (repository.words.front() != "checkout" || read.has("bB")) return paths;
  // A file's name may stand without dashes, where no branch has that name.
  for (const std::string& word : read.operands)
    if (is_known(repository.folder) && is_known(word) &&
        evaluator.ground().exists(repository.folder + "/" + word))
      paths.push_back(word);
  return paths;
}

void check_out(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  restore(evaluator, repository, paths_checked_out(evaluator, repository, read));
  if (read.has("f", "force") || read.has("", "discard-changes"))
    restore(evaluator, repository, {"."});
  if (read.has("BC")) discard(evaluator, repository.folder, shown_as(repository));
}

void clone(Evaluator& evaluator, const Invocation&, const Arguments& read) {
  evaluator.add(Verb::fetch, read.operands.empty() ? "" : read.operands.front());
}

void worktree(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  if (!any(repository.words, {"remove"})) return;
  for (const std::string& path : from(read.operands, 1)) evaluator.file(Verb::remove, path, true);
}

void reset(Evaluator& evaluator, const Invocation& repository, const Arguments&) {
  const bool cut_short = std::ranges::any_of(repository.words, [](const std::string& word) {
    return word.size() > 4 && std::string_view("--hard").starts_with(word);
  });
  if (cut_short || any(repository.words, {"--hard", "--merge", "--keep"}))
    discard(evaluator, repository.folder, shown_as(repository));
}

void clean(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  if (read.has("f", "force") && !read.has("n", "dry-run"))
    discard(evaluator, repository.folder, shown_as(repository));
}

void stash(Evaluator& evaluator, const Invocation& repository, const Arguments&) {
  if (any(repository.words, {"drop", "clear"})) discard(evaluator, "", shown_as(repository));
}

void branch(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  const bool tag = repository.words.front() == "tag" && read.has("d", "delete");
  if (tag || read.has("DM") || read.has("f", "force")) discard(evaluator, "", shown_as(repository));
}

void reflog(Evaluator& evaluator, const Invocation& repository, const Arguments&) {
  if (any(repository.words, {"expire", "delete"})) discard(evaluator, "", shown_as(repository));
}

void prune(Evaluator& evaluator, const Invocation& repository, const Arguments&) {
  if (repository.words.front() == "prune" || any_begins(repository.words, "--prune"))
    discard(evaluator, "", shown_as(repository));
}

void rewrite(Evaluator& evaluator, const Invocation& repository, const Arguments&) {
  evaluator.add(Verb::git_rewrite, shown_as(repository));
}

void filter(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  rewrite(evaluator, repository, read);
  for (const auto& [option, value] : read.values) evaluator.script(value, {}, Source::command);
}

void rebase(Evaluator& evaluator, const Invocation&, const Arguments& read) {
  const std::string command = read.value("x", "exec");
  if (!command.empty()) evaluator.script(command, {}, Source::command);
}

void push(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  const bool forced = read.has("f", "force") || read.has("", "mirror") || read.has("", "prune") ||
                      any_begins(repository.words, "+") || any_begins(repository.words, "--force");
  const bool deletes =
      read.has("d", "delete") || std::ranges::any_of(read.operands, [](const std::string& word) {
        return word.starts_with(':') && word.size() > 1;
      });
  evaluator.add(forced || deletes ? Verb::git_rewrite : Verb::git_publish,
                joined(repository.words));
}

void fetch(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  evaluator.add(Verb::fetch, read.operands.empty() ? "origin" : read.operands.front());
  if (repository.words.front() == "pull" && read.has("f", "force"))
    restore(evaluator, repository, {"."});
}

void configure(Evaluator& evaluator, const Invocation&, const Arguments& read) {
  if (read.operands.size() < 2) return;
  settings(evaluator, read.operands[0] + "=" + read.operands[1]);
  if (read.has("", "global"))
    evaluator.file(Verb::write, evaluator.ground().home() + "/.gitconfig");
}

void run_in_each(Evaluator& evaluator, const Invocation& repository, const Arguments&) {
  const Argv& words = repository.words;
  if (any(words, {"foreach", "run"})) {
    const bool option =
        words.front() == "submodule" && words.size() > 2 && words[2].starts_with('-');
    const Argv rest = from(words, option ? 3 : 2);
    if (rest.size() == 1)
      evaluator.script(rest.front(), {}, Source::command);
    else
      evaluator.run(rest, {});
  } else if (any(words, {"deinit"})) {
    discard(evaluator, repository.folder, shown_as(repository));
  }
}

void remote(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  if (any(repository.words, {"set-url", "remove", "rm"})) rewrite(evaluator, repository, read);
}

void publish(Evaluator& evaluator, const Invocation& repository, const Arguments&) {
  evaluator.add(Verb::git_publish, shown_as(repository));
}

void archive(Evaluator& evaluator, const Invocation&, const Arguments& read) {
  const std::string output = read.value("o", "output");
  if (!output.empty()) evaluator.written(output, std::nullopt, true);
}

using Subcommand = void (*)(Evaluator&, const Invocation&, const Arguments&);

// Those that are not here only look, or can be taken back.
const std::map<std::string_view, Subcommand>& subcommands() {
  static const std::map<std::string_view, Subcommand> all{{"rm", remove},
                                                          {"mv", rename},
                                                          {"restore", restore_files},
                                                          {"checkout", check_out},
                                                          {"switch", check_out},
                                                          {"clone", clone},
                                                          {"worktree", worktree},
                                                          {"reset", reset},
                                                          {"clean", clean},
                                                          {"stash", stash},
                                                          {"branch", branch},
                                                          {"tag", branch},
                                                          {"reflog", reflog},
                                                          {"gc", prune},
                                                          {"prune", prune},
                                                          {"filter-branch", filter},
                                                          {"filter-repo", rewrite},
                                                          {"update-ref", rewrite},
                                                          {"replace", rewrite},
                                                          {"rebase", rebase},
                                                          {"push", push},
                                                          {"fetch", fetch},
                                                          {"pull", fetch},
                                                          {"config", configure},
                                                          {"submodule", run_in_each},
                                                          {"bisect", run_in_each},
                                                          {"remote", remote},
                                                          {"send-email", publish},
                                                          {"bundle", publish},
                                                          {"archive", archive}};
  return all;
}

// The hooks that a commit runs, where this call makes them.
void hooks(Evaluator& evaluator, const Invocation& repository) {
  const Made& made = evaluator.made();
  Argv scripts;
  for (const auto& [path, text] : made.files)
    if (path.starts_with(repository.folder + "/.git/hooks/")) scripts.push_back(path);
  for (const std::string& path : scripts) run_file(evaluator, path, {path}, {});
}

Stream git(Evaluator& evaluator, const Call& call) {
  for (const std::string variable :
       {"GIT_EDITOR", "GIT_PAGER", "GIT_SSH_COMMAND", "GIT_SEQUENCE_EDITOR", "GIT_EXTERNAL_DIFF",
        "EDITOR", "PAGER", "VISUAL"}) {
    const auto set = evaluator.shell().variables.find(variable);
    if (set == evaluator.shell().variables.end()) continue;
    for (const std::string& text : set->second) evaluator.script(text, {}, Source::command);
  }
  const Invocation repository = invocation_of(evaluator, call);
  if (repository.words.empty()) return unknown_text_of(Source::command);
  if (!is_known(repository.words.front())) {
    evaluator.unknown("git, and nobody knows what");
    return unknown_text_of(Source::command);
  }
  const Arguments read = read_arguments(
      repository.words,
      {.letters = repository.words.front() == "commit" || repository.words.front() == "tag"
                      ? "mFCct"
                      : "xoSb",
       .names = "message file exec output source author date tree-filter index-filter msg-filter "
                "env-filter commit-filter tag-name-filter"});
  hooks(evaluator, repository);
  if (repository.words.front() == "rev-parse" && any(repository.words, {"--show-toplevel"}))
    return known_text(evaluator.ground().project() + "\n");
  const auto subcommand = subcommands().find(repository.words.front());
  if (subcommand != subcommands().end()) subcommand->second(evaluator, repository, read);
  return unknown_text_of(Source::file);
}

}  // namespace

void add_git(Programs& programs) { programs["git"] = git; }

}  // namespace redcode::effects
