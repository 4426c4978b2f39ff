// Interpreters: their programs are read where we can, and said to be unknown where not.
#include <algorithm>

#include "analysis/effects/programs.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

std::string language_of(const std::string& name) {
  if (name.starts_with("python") || name.starts_with("pypy")) return "python";
  if (name == "node" || name == "nodejs" || name == "deno" || name == "bun" || name == "tsx" ||
      name == "ts-node")
    return "javascript";
  return name;
}

void program_text(Evaluator& evaluator, const std::string& name,
                  const std::optional<std::string>& text) {
  const std::string language = language_of(name);
  if (!text || !is_known(*text))
    return evaluator.unknown("a program for " + name + " that is not known");
  if (language == "python" || language == "javascript")
    return read_program_text(evaluator, language, *text);
  // Looking without a parser: harmless is what holds no word for doing anything.
  for (const std::string_view word :
       {"system", "exec",   "unlink",   "rmtree", "rename", "open",    "File",    "`",
        "eval",   "spawn",  "IO",       "socket", "%x",     "fork",    "require", "remove",
        "qx",     "delete", "truncate", "chmod",  "kill",   "syscall", "popen"}) {
    if (text->find(word) != std::string::npos)
      return evaluator.unknown("a program for " + name + ": " + one_line(*text, 80));
  }
  evaluator.add(Verb::exec, name);
}

Stream module(Evaluator& evaluator, const Call& call, const std::string& name, const Argv& rest) {
  Argv words{name};
  words.insert(words.end(), rest.begin(), rest.end());
  if (name == "pip" || name == "venv" || name == "pytest" || name == "unittest" ||
      find_program(name) != nullptr)
    return evaluator.run(words, call.in);
  evaluator.add(Verb::exec, call.name() + " -m " + name);
  return unknown_text_of(Source::command);
}

Stream file_program(Evaluator& evaluator, const Call& call, const std::string& path) {
  const bool standard = path == "-" || path == "/dev/stdin";
  if (standard) {
    program_text(evaluator, call.name(), call.in.there ? call.in.text : std::nullopt);
    return unknown_text_of(Source::command);
  }
  const std::string full = evaluator.absolute(path);
  if (!is_known(full)) {
    evaluator.unknown("a program in a file that is not known");
  } else if (const auto text = evaluator.contents(path)) {
    program_text(evaluator, call.name(), text);
  } else if (evaluator.made().files.contains(full) || evaluator.ground().exists(full)) {
    const bool folder = evaluator.ground().is_folder(full);
    const auto main = folder ? evaluator.contents(path + "/__main__.py") : std::nullopt;
    program_text(evaluator, call.name(), main);
  } else {
    evaluator.add(Effect{.verb = Verb::exec, .object = full, .is_path = true, .certain = false});
  }
  return unknown_text_of(Source::command);
}

// Programs that stand among the options; false if there are none.
bool programs_in_options(Evaluator& evaluator, const std::string& name, const Arguments& read) {
  const bool python = language_of(name) == "python";
  bool any = false;
  for (const std::string& option : python ? std::vector<std::string>{"c"}
                                          : std::vector<std::string>{"e", "p", "eval", "print"}) {
    const auto [begin, end] = read.values.equal_range(option);
    if (begin == end) continue;
    std::string text;
    for (auto one = begin; one != end; ++one) text += one->second + "\n";
    program_text(evaluator, name, text);
    any = true;
  }
  return any;
}

// The program and its words, without the `run` of `deno run`.
Argv program_of(const std::string& name, const Argv& operands) {
  if (operands.empty() || (name != "deno" && name != "bun")) return operands;
  const bool verb = operands.front() == "run" || operands.front() == "test";
  return from(operands, verb ? 1 : 0);
}

Stream interpreter(Evaluator& evaluator, const Call& call) {
  const std::string name = call.name();
  const bool python = language_of(name) == "python";
  const Arguments read = read_arguments(call.argv, {.letters = python ? "cmWXQ" : "eprIMm",
                                                    .names = "eval print require import loader",
                                                    .stops_at_operand = true});
  for (const std::string& start : {"PYTHONSTARTUP", "NODE_OPTIONS", "PERL5OPT", "RUBYOPT"})
    if (evaluator.shell().variables.contains(start)) evaluator.unknown(start);
  const bool done = programs_in_options(evaluator, name, read);
  if (name == "perl" && read.has("i"))
    for (const std::string& path : read.operands) evaluator.edited(path);
  if (done) return unknown_text_of(Source::command);
  if (python && read.given("m")) return module(evaluator, call, read.value("m"), read.operands);
  const Argv program = program_of(name, read.operands);
  if (!program.empty()) return file_program(evaluator, call, program.front());
  if (call.in.there) program_text(evaluator, name, call.in.text);
  return unknown_text_of(Source::command);
}

// Others that take programs of their own.
Stream opaque(Evaluator& evaluator, const Call& call) {
  if (call.argv.size() == 1 && !call.in.there) return {};
  const Arguments read = read_arguments(call.argv, {.letters = "e"});
  if (read.has("e") || call.in.there)
    evaluator.unknown("a program for " + call.name());
  else
    evaluator.add(Verb::exec, call.name());
  return unknown_text_of(Source::command);
}

}  // namespace

void add_interpreters(Programs& programs) {
  for (const std::string_view name : {"python", "python3", "pypy", "pypy3", "node", "nodejs",
                                      "deno", "tsx", "ts-node", "perl", "ruby", "php", "lua"})
    programs[name] = interpreter;
  for (const std::string_view name :
       {"osascript", "pwsh",   "powershell", "tclsh",       "expect", "guile",  "Rscript",
        "julia",     "gdb",    "ghci",       "octave",      "erl",    "elixir", "scala",
        "groovy",    "jshell", "sbcl",       "emacsclient", "m4",     "irb"})
    programs[name] = opaque;
}

}  // namespace redcode::effects
