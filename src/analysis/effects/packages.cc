// Package managers and build tools: their scripts are read, not believed.
#include <algorithm>
#include <set>

#include "analysis/effects/makefile.h"
#include "analysis/effects/programs.h"
#include "base/json.h"

namespace redcode::effects {
namespace {

bool any_of(const Argv& argv, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(from(argv, 1), [words](const std::string& one) {
    return std::ranges::find(words, one) != words.end();
  });
}

// A script of package.json, with those that npm runs before and after it.
bool run_script(Evaluator& evaluator, const std::string& name, const Argv& more) {
  const auto text = evaluator.contents("package.json");
  const auto read = text ? parse_json(*text, {.bytes = std::size_t{1} << 20U, .depth = 32})
                         : std::unexpected(Error{});
  if (!read || !has(*read, "scripts")) return false;
  const Json& scripts = (*read)["scripts"];
  bool found = false;
  for (const std::string& one : {"pre" + name, name, "post" + name}) {
    const std::string script = member_or<std::string>(scripts, one, "");
    if (script.empty()) continue;
    found = true;
    std::string whole = script;
    if (one == name)
      for (const std::string& word : more) whole += " '" + word + "'";
    const std::string folder = evaluator.shell().working_dir;
    evaluator.script(whole, {}, Source::file);
    evaluator.shell().working_dir = folder;
  }
  return found;
}

void note_install(Evaluator& evaluator, const Call& call) {
  const bool elsewhere = std::ranges::any_of(call.argv, [](const std::string& word) {
    return word.find("://") != std::string::npos || word.starts_with("git+") ||
           word.starts_with("--index-url") || word.starts_with("--extra-index-url") ||
           word.starts_with("--registry");
  });
  evaluator.add(Effect{.verb = Verb::package_install,
                       .object = joined(call.argv),
                       .source = elsewhere ? Source::network : Source::command});
}

// What npm and its like do with a word that is none of theirs.
void run_node_script(Evaluator& evaluator, const Call& call, const Argv& operands) {
  const bool run = operands.front() == "run" || operands.front() == "run-script";
  const Argv words = from(operands, run ? 1 : 0);
  if (words.empty() || run_script(evaluator, words.front(), from(words, 1))) return;
  if (call.name() == "npm" || run)
    evaluator.add(Verb::exec, joined(call.argv));
  else
    evaluator.run(words, call.in);
}

Stream node_packages(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(
      call.argv,
      {.letters = "C", .names = "prefix cwd workspace registry tag", .stops_at_operand = false});
  const Shell before = evaluator.shell();
  const std::string folder = read.value("C", read.given("prefix") ? "prefix" : "cwd");
  if (!folder.empty()) evaluator.shell().working_dir = evaluator.absolute(folder);
  const std::string command = read.operands.empty() ? "install" : read.operands.front();
  static const std::set<std::string_view> looks{"ls",     "list",   "view",    "info",   "outdated",
                                                "audit",  "why",    "explain", "config", "root",
                                                "prefix", "bin",    "version", "help",   "search",
                                                "doctor", "whoami", "ping",    "store",  "cache"};
  static const std::set<std::string_view> installs{
      "install", "i",  "ci",     "add",     "update", "up",    "upgrade", "uninstall",
      "remove",  "rm", "dedupe", "rebuild", "link",   "prune", "import"};
  if (command == "publish" || command == "unpublish" || command == "deprecate" ||
      command == "owner" || command == "dist-tag") {
    evaluator.add(Verb::package_publish, joined(call.argv));
  } else if (installs.contains(command)) {
    note_install(evaluator, call);
    for (const std::string_view script : {"install", "prepare"})
      run_script(evaluator, std::string(script), {});
  } else if (command == "exec" || command == "dlx" || command == "x") {
    evaluator.run(from(read.operands, 1), call.in);
  } else if (!looks.contains(command)) {
    run_node_script(evaluator, call, read.operands);
  }
  evaluator.shell() = before;
  return unknown_text_of(Source::command);
}

Stream run_scripts(Evaluator& evaluator, const Call& call) {
  for (const std::string& word : read_arguments(call.argv).operands)
    run_script(evaluator, word, {});
  return unknown_text_of(Source::command);
}

// Several commands, each one argument.
Stream each_is_a_command(Evaluator& evaluator, const Call& call) {
  for (const std::string& word :
       read_arguments(call.argv,
                      {.letters = "ncm", .names = "names prefix prefix-colors max-processes"})
           .operands) {
    if (word.starts_with("npm:"))
      run_script(evaluator, word.substr(4), {});
    else
      evaluator.script(word, {}, Source::command);
  }
  return unknown_text_of(Source::command);
}

Stream python_packages(Evaluator& evaluator, const Call& call) {
  if (any_of(call.argv, {"upload", "publish"}))
    evaluator.add(Verb::package_publish, joined(call.argv));
  else if (any_of(call.argv, {"install", "add", "sync", "uninstall", "remove", "lock"}))
    note_install(evaluator, call);
  const auto run = std::ranges::find(call.argv, "run");
  if (run != call.argv.end()) {
    const Arguments read = read_arguments(
        {run, call.argv.end()},
        {.letters = "", .names = "with python extra group", .stops_at_operand = true});
    evaluator.run(read.operands, call.in);
  }
  return unknown_text_of(Source::command);
}

Stream system_packages(Evaluator& evaluator, const Call& call) {
  if (any_of(call.argv, {"list", "show", "search", "info", "update", "--version", "-q", "-l", "-qa",
                         "policy"}))
    return unknown_text_of(Source::command);
  note_install(evaluator, call);
  return {};
}

Stream cargo(Evaluator& evaluator, const Call& call) {
  if (any_of(call.argv, {"publish", "yank", "push"}))
    evaluator.add(Verb::package_publish, joined(call.argv));
  else if (any_of(call.argv, {"install", "add", "get"}))
    note_install(evaluator, call);
  else
    evaluator.add(Verb::exec, call.name());
  return unknown_text_of(Source::command);
}

struct Goals {
  Argv targets;
  std::map<std::string, std::string> variables;
};

Goals goals_of(const Argv& operands) {
  Goals goals;
  for (const std::string& word : operands) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
      goals.targets.push_back(word);
    else
      goals.variables[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return goals;
}

void run_recipe(Evaluator& evaluator, const std::string& recipe) {
  const Shell before = evaluator.shell();
  evaluator.script(recipe, {}, Source::file);
  evaluator.shell() = before;
}

Stream make(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(
      call.argv, {.letters = "CfjloIW", .names = "directory file jobs", .stops_at_operand = false});
  const Shell before = evaluator.shell();
  const std::string folder = read.value("C", "directory");
  if (!folder.empty()) evaluator.shell().working_dir = evaluator.absolute(folder);
  Argv names{"GNUmakefile", "makefile", "Makefile"};
  if (!read.value("f", "file").empty()) names = {read.value("f", "file")};
  const Goals goals = goals_of(read.operands);
  const bool shows = read.has("n", "dry-run") || read.has("", "just-print");
  for (const std::string& name : names) {
    const auto text = name == "-" ? call.in.text : evaluator.contents(name);
    if (!text) continue;
    for (const std::string& recipe : recipes_of(*text, goals.targets, goals.variables))
      if (!shows || recipe.find("$(shell") != std::string::npos) run_recipe(evaluator, recipe);
    break;
  }
  evaluator.shell() = before;
  return unknown_text_of(Source::command);
}

}  // namespace

void add_packages(Programs& programs) {
  for (const std::string_view name : {"npm", "pnpm", "yarn", "bun"}) programs[name] = node_packages;
  for (const std::string_view name : {"npm-run-all", "run-s", "run-p"})
    programs[name] = run_scripts;
  for (const std::string_view name : {"concurrently", "nodemon", "onchange"})
    programs[name] = each_is_a_command;
  for (const std::string_view name :
       {"pip", "pip3", "pipx", "uv", "poetry", "conda", "twine", "hatch", "pdm", "pipenv"})
    programs[name] = python_packages;
  for (const std::string_view name :
       {"apt", "apt-get", "yum", "dnf", "apk", "brew", "pacman", "snap", "dpkg", "rpm", "gem"})
    programs[name] = system_packages;
  programs["cargo"] = programs["go"] = programs["docker-push"] = cargo;
  programs["make"] = programs["gmake"] = make;
}

}  // namespace redcode::effects
