// git, and what it makes hard to get back.
#include <algorithm>
#include <array>

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

Invocation invocation_of(Evaluator& evaluator, const Call& call) {
  Invocation found{.folder = evaluator.shell().working_dir, .words = {}};
  std::size_t i = 1;
  for (; i < call.argv.size() && call.argv[i].starts_with('-'); ++i) {
    const std::string& word = call.argv[i];
    const bool pair = word == "-C" || word == "-c" || word == "--git-dir" ||
                      word == "--work-tree" || word == "--namespace" || word == "--exec-path";
    if (pair && i + 1 < call.argv.size()) {
      const std::string& value = call.argv[++i];
      if (word == "-C") found.folder = evaluator.absolute(value);
      if (word == "--work-tree") found.folder = evaluator.absolute(value);
      if (word == "-c") settings(evaluator, value);
    }
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

void push(Evaluator& evaluator, const Argv& words, const Arguments& read) {
  const bool forced = read.has("f", "force") || read.has("", "mirror") || read.has("", "prune") ||
                      std::ranges::any_of(words, [](const std::string& word) {
                        return word.starts_with('+') || word.starts_with("--force");
                      });
  const bool deletes =
      read.has("d", "delete") || std::ranges::any_of(read.operands, [](const std::string& word) {
        return word.starts_with(':') && word.size() > 1;
      });
  evaluator.add(forced || deletes ? Verb::git_rewrite : Verb::git_publish, joined(words));
}

// What is left when a subcommand is looked at by itself.
bool by_paths(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  const std::string& name = repository.words.front();
  if (name == "rm") {
    remove(evaluator, repository, read);
  } else if (name == "mv") {
    for (const std::string& path : read.operands) evaluator.file(Verb::write, path);
  } else if (name == "restore") {
    if (!read.has("S", "staged") || read.has("W", "worktree"))
      restore(evaluator, repository, read.operands);
  } else if (name == "checkout" || name == "switch") {
    const auto dashes = std::ranges::find(repository.words, "--");
    Argv paths =
        dashes == repository.words.end() ? Argv{} : Argv(dashes + 1, repository.words.end());
    if (paths.empty() && any(read.operands, {".", ":/", "*"})) paths = {"."};
    // A file's name may stand without dashes, where no branch has that name.
    if (paths.empty() && name == "checkout" && !read.has("bB"))
      for (const std::string& word : read.operands)
        if (is_known(repository.folder) && is_known(word) &&
            evaluator.ground().exists(repository.folder + "/" + word))
          paths.push_back(word);
    restore(evaluator, repository, paths);
    if (read.has("f", "force") || read.has("", "discard-changes"))
      restore(evaluator, repository, {"."});
    if (read.has("BC")) discard(evaluator, repository.folder, "git " + joined(repository.words));
  } else if (name == "clone" || name == "init" || name == "worktree") {
    if (name == "worktree" && any(repository.words, {"remove"})) {
      for (const std::string& path : from(read.operands, 1))
        evaluator.file(Verb::remove, path, true);
    } else if (name == "clone") {
      evaluator.add(Verb::fetch, read.operands.empty() ? "" : read.operands.front());
    }
  } else {
    return false;
  }
  return true;
}

bool by_history(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  const std::string& name = repository.words.front();
  const std::string what = "git " + joined(repository.words);
  const Argv& words = repository.words;
  if (name == "reset") {
    if (any(words, {"--hard", "--merge", "--keep"}) ||
        std::ranges::any_of(words, [](const std::string& word) {
          return word.size() > 4 && std::string_view("--hard").starts_with(word);
        }))
      discard(evaluator, repository.folder, what);
  } else if (name == "clean") {
    if (read.has("f", "force") && !read.has("n", "dry-run"))
      discard(evaluator, repository.folder, what);
  } else if (name == "stash") {
    if (any(words, {"drop", "clear"}))
      discard(evaluator, "", what);
    else if (!any(words, {"list", "show", "pop", "apply", "branch"}))
      restore(evaluator, repository, {});
  } else if (name == "branch" || name == "tag") {
    const bool deletes = read.has("D") || (name == "tag" && read.has("d", "delete")) ||
                         (read.has("d", "delete") && read.has("f", "force"));
    if (deletes || read.has("f", "force") || read.has("M")) discard(evaluator, "", what);
  } else if (name == "reflog") {
    if (any(words, {"expire", "delete"})) discard(evaluator, "", what);
  } else if (name == "gc" || name == "prune") {
    if (name == "prune" || std::ranges::any_of(words, [](const std::string& word) {
          return word.starts_with("--prune");
        }))
      discard(evaluator, "", what);
  } else if (name == "filter-branch" || name == "filter-repo" || name == "update-ref" ||
             name == "replace" || name == "rebase" || (name == "commit" && read.has("", "amend"))) {
    const bool harmless = (name == "rebase" && any(words, {"--abort", "--continue", "--skip"}));
    if (name == "rebase" && !read.value("x", "exec").empty())
      evaluator.script(read.value("x", "exec"), {}, Source::command);
    if (!harmless && name != "rebase" && name != "commit") evaluator.add(Verb::git_rewrite, what);
    if (name == "filter-branch")
      for (const auto& [option, value] : read.values) evaluator.script(value, {}, Source::command);
  } else {
    return false;
  }
  return true;
}

void by_name(Evaluator& evaluator, const Invocation& repository, const Arguments& read) {
  const std::string& name = repository.words.front();
  const std::string what = "git " + joined(repository.words);
  if (name == "push") {
    push(evaluator, repository.words, read);
  } else if (name == "fetch" || name == "pull") {
    evaluator.add(Verb::fetch, read.operands.empty() ? "origin" : read.operands.front());
    if (read.has("f", "force") && name == "pull") restore(evaluator, repository, {"."});
  } else if (name == "config") {
    if (read.operands.size() > 1) settings(evaluator, read.operands[0] + "=" + read.operands[1]);
    if (read.has("", "global") && read.operands.size() > 1)
      evaluator.file(Verb::write, evaluator.ground().home() + "/.gitconfig");
  } else if (name == "submodule" || name == "bisect") {
    if (any(repository.words, {"foreach", "run"})) {
      const std::size_t first =
          name == "bisect"                                                      ? 2
          : repository.words.size() > 2 && repository.words[2].starts_with('-') ? 3
                                                                                : 2;
      const Argv rest = from(repository.words, first);
      if (rest.size() == 1)
        evaluator.script(rest.front(), {}, Source::command);
      else
        evaluator.run(rest, {});
    } else if (any(repository.words, {"deinit"})) {
      discard(evaluator, repository.folder, what);
    }
  } else if (name == "remote" && any(repository.words, {"set-url", "remove", "rm"})) {
    evaluator.add(Verb::git_rewrite, what);
  } else if (name == "send-email" || name == "bundle") {
    evaluator.add(Verb::git_publish, what);
  } else if (name == "archive") {
    const std::string output = read.value("o", "output");
    if (!output.empty()) evaluator.written(output, std::nullopt, true);
  }
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
  if (!by_paths(evaluator, repository, read) && !by_history(evaluator, repository, read))
    by_name(evaluator, repository, read);
  return unknown_text_of(Source::file);
}

}  // namespace

void add_git(Programs& programs) { programs["git"] = git; }

}  // namespace redcode::effects
