// From a command's first word to the program that it names.
#include <algorithm>
#include <utility>

#include "analysis/effects/programs.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

const std::set<std::string, std::less<>>& folders_of_programs() {
  static const std::set<std::string, std::less<>> folders{
      "/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/usr/games"};
  return folders;
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

// python3.11 is python3 is python.
std::string without_version(const std::string& name) {
  std::string plain = name;
  while (!plain.empty() && (plain.back() == '.' || plain.back() == '-' ||
                            (plain.back() >= '0' && plain.back() <= '9')))
    plain.pop_back();
  return plain.empty() ? name : plain;
}

Program known(const std::string& name) {
  const Program found = find_program(name);
  return found != nullptr ? found : find_program(without_version(name));
}

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// A file of this call that a program's name finds, because it changes where programs are looked
// for.
std::string shadowing(Evaluator& evaluator, const std::string& name) {
  const auto path = evaluator.shell().variables.find("PATH");
  if (path == evaluator.shell().variables.end()) return "";
  for (const auto& [file, contents] : evaluator.made().files) {
    if (base_name(file) == name) return file;
  }
  for (const std::string& value : path->second) {
    for (const std::string& folder : split(value, ':')) {
      const std::string file = folder + "/" + name;
      if (!folder.empty() && is_known(file) && !folders_of_programs().contains(folder) &&
          evaluator.ground().exists(file))
        return file;
    }
  }
  return "";
}

// By a path: a program of the system by its name, else a file.
Stream run_path(Evaluator& evaluator, const Call& call) {
  const std::string path = evaluator.absolute(call.argv.front());
  const std::string real = is_known(path) ? evaluator.ground().real(path) : "";
  const bool made_here = evaluator.made().files.contains(path);
  for (const std::string& one : {path, real}) {
    if (made_here || one.empty() || !folders_of_programs().contains(folder_of(one))) continue;
    if (const Program program = known(base_name(one))) return program(evaluator, call);
  }
  if (base_name(path).starts_with("ld-linux")) return evaluator.run(from(call.argv, 1), call.in);
  if (!made_here && folders_of_programs().contains(folder_of(real.empty() ? path : real)))
    return run_other(evaluator, call);
  return run_file(evaluator, path, call.argv, call.in);
}

Stream run_known(Evaluator& evaluator, const Call& call, const std::string& name) {
  const Program program = known(name);
  return program != nullptr ? program(evaluator, call) : run_other(evaluator, call);
}

// Neither an alias nor a function.
Stream run_first_word(Evaluator& evaluator, const Call& call) {
  const std::string& name = call.argv.front();
  const bool path = name.find('/') != std::string::npos;
  const auto& copies = evaluator.made().programs;
  if (const auto copy = copies.find(path ? evaluator.absolute(name) : name); copy != copies.end())
    return run_known(evaluator, call, std::string(copy->second));
  if (path) return run_path(evaluator, call);
  if (const std::string file = shadowing(evaluator, name); !file.empty())
    return run_file(evaluator, file, call.argv, call.in);
  return run_known(evaluator, call, name);
}

}  // namespace

Stream Evaluator::run(Argv argv, Stream in) {
  constexpr int deepest_wrappers = 40;
  if (argv.empty() || !spend()) return {};
  const std::string name = argv.front();
  if (!is_known(name)) {
    unknown("a program whose name is not known: " + shown(joined(argv)));
    return unknown_text_of(Source::unknown);
  }
  if (depth_ >= deepest_wrappers) {
    unknown("commands in commands, too deep to follow");
    return {};
  }
  if (const auto alias = shell_.aliases.find(name); alias != shell_.aliases.end()) {
    std::string text = std::exchange(alias->second, "");
    std::string whole = text;
    for (const std::string& word : from(argv, 1)) whole += " " + quoted(word);
    shell_.aliases.erase(name);
    Stream out = script(whole, std::move(in), Source::command);
    shell_.aliases[name] = std::move(text);
    return out;
  }
  if (const auto function = shell_.functions.find(name); function != shell_.functions.end())
    return called(std::shared_ptr(function->second), std::move(argv), in);
  const Call call{.argv = std::move(argv), .in = std::move(in)};
  ++depth_;
  Stream out = run_first_word(*this, call);
  --depth_;
  return out;
}

Program find_program(std::string_view name) {
  static const Programs programs = [] {
    Programs all;
    for (const auto add : {add_archives, add_builtins, add_databases, add_files, add_finding,
                           add_git, add_interpreters, add_network, add_packages, add_processes,
                           add_shells, add_texts, add_wrappers})
      add(all);
    return all;
  }();
  const auto found = programs.find(name);
  return found != programs.end() ? found->second : nullptr;
}

bool acts(std::string_view name) {
  static const std::set<std::string_view> actors{
      "rm",      "rmdir",  "unlink",  "shred",   "truncate", "mv",   "dd",        "chmod",
      "chown",   "bash",   "sh",      "dash",    "zsh",      "ksh",  "find",      "xargs",
      "git",     "python", "python3", "perl",    "node",     "ruby", "sudo",      "env",
      "kill",    "pkill",  "killall", "rsync",   "mysql",    "psql", "redis-cli", "docker",
      "kubectl", "curl",   "wget",    "busybox", "tee",      "cp",   "eval"};
  return actors.contains(name);
}

Stream run_other(Evaluator& evaluator, const Call& call) {
  evaluator.add(Verb::exec, call.name());
  for (std::size_t i = 1; i < call.argv.size(); ++i) {
    const std::string& word = call.argv[i];
    if (is_known(word) && acts(base_name(word)) && i + 1 < call.argv.size()) {
      evaluator.run(from(call.argv, i), call.in);
      break;
    }
    const std::size_t blank = word.find_first_of(" \t\n;|");
    if (blank != std::string::npos && is_known(word) &&
        acts(base_name(trim(word).substr(0, std::min(blank, trim(word).size())))))
      evaluator.script(word, {}, Source::command);
  }
  return unknown_text_of(call.in.source);
}

}  // namespace redcode::effects
