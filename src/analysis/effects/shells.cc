// Text that a shell runs: -c, standard input, eval, source, and files of any kind.
#include <algorithm>

#include "analysis/effects/programs.h"
#include "base/text.h"

namespace redcode::effects {

Stream run_shell_text(Evaluator& evaluator, const Stream& text, std::string_view how) {
  if (text.text && text.source != Source::network)
    return evaluator.script(*text.text, {}, Source::command);
  if (text.source == Source::network || text.source == Source::decoded) {
    evaluator.add(Effect{
        .verb = Verb::exec, .object = std::string(how), .certain = false, .source = text.source});
  } else {
    evaluator.unknown("commands from a stream, for " + std::string(how));
  }
  return unknown_text_of(Source::unknown);
}

namespace {

bool is_standard_input(const std::string& path) {
  return path == "-" || path == "/dev/stdin" || path == "/dev/fd/0" || path == "/proc/self/fd/0";
}

Stream shell_file(Evaluator& evaluator, const std::string& path, const Argv& argv,
                  const Stream& in) {
  if (is_standard_input(path)) return run_shell_text(evaluator, in, argv.front());
  const auto text = evaluator.contents(path);
  if (!text) {
    const std::string full = evaluator.absolute(path);
    const bool absent = is_known(full) && !evaluator.made().files.contains(full) &&
                        !evaluator.ground().exists(full) && !path.starts_with("/dev/");
    // What is not there does nothing.
    if (absent)
      evaluator.add(Effect{.verb = Verb::exec, .object = full, .is_path = true, .certain = false});
    else
      evaluator.unknown("a script that cannot be looked into: " + shown(path));
    return unknown_text_of(Source::unknown);
  }
  const Argv before = evaluator.shell().positional;
  evaluator.shell().positional = from(argv, 1);
  Stream out = evaluator.script(
      *text, in,
      evaluator.made().files.contains(evaluator.absolute(path)) ? Source::command : Source::file);
  evaluator.shell().positional = before;
  return out;
}

// Options that are switched off begin with a plus.
Argv without_plus(const Argv& argv) {
  Argv words;
  for (const std::string& word : argv) {
    if (!word.starts_with('+')) words.push_back(word);
  }
  return words;
}

// In a process of its own: what it does to variables is gone.
Stream run_shell(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(without_plus(call.argv),
                     {.letters = "oO", .names = "rcfile init-file", .stops_at_operand = true});
  const Shell before = evaluator.shell();
  Shell& now = evaluator.shell();
  std::erase_if(now.functions,
                [&now](const auto& one) { return !now.exported.contains(one.first); });
  now.aliases.clear();
  Stream out;
  if (const auto start = now.variables.find("BASH_ENV"); start != now.variables.end())
    for (const std::string& path : start->second) shell_file(evaluator, path, {path}, {});
  const std::string rc = read.value("rcfile", "init-file");
  if (!rc.empty()) shell_file(evaluator, rc, {rc}, {});
  if (const auto prompt = now.variables.find("PROMPT_COMMAND");
      prompt != now.variables.end() && read.has("i"))
    for (const std::string& text : prompt->second) evaluator.script(text, {}, Source::command);
  if (read.has("c")) {
    now.positional = from(read.operands, 2);
    if (read.operands.empty())
      evaluator.unknown("a shell without its command");
    else
      out = evaluator.script(read.operands.front(), call.in, Source::command);
  } else if (!read.operands.empty() && !read.has("s")) {
    out = shell_file(evaluator, read.operands.front(), read.operands, call.in);
  } else if (call.in.there) {
    out = run_shell_text(evaluator, call.in, call.name());
  }
  evaluator.shell() = before;
  return out;
}

Stream eval(Evaluator& evaluator, const Call& call) {
  const std::size_t first = call.argv.size() > 1 && call.argv[1] == "--" ? 2 : 1;
  return evaluator.script(joined(from(call.argv, first)), call.in, Source::command);
}

Stream source(Evaluator& evaluator, const Call& call) {
  if (call.argv.size() < 2) return {};
  return shell_file(evaluator, call.argv[1], from(call.argv, 1), call.in);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

bool is_binary(const std::string& text) { return text.find('\0') != std::string::npos; }

}  // namespace

Stream run_file(Evaluator& evaluator, const std::string& path, const Argv& argv, const Stream& in) {
  const auto text = evaluator.contents(path);
  if (!text || is_binary(*text)) {
    // A program of the project's own: what it does is its own business, but that it runs is told.
    if (evaluator.made().files.contains(evaluator.absolute(path)))
      evaluator.unknown("a program that this call makes: " + shown(path));
    else
      evaluator.add(
          Effect{.verb = Verb::exec, .object = evaluator.absolute(path), .is_path = true});
    return unknown_text_of(Source::unknown);
  }
  const std::string head = first_line(*text);
  Argv interpreter{"bash"};
  if (head.starts_with("#!")) {
    interpreter.clear();
    for (const std::string& word : split(head.substr(2), ' '))
      if (!word.empty()) interpreter.push_back(word);
    if (interpreter.empty()) interpreter = {"sh"};
  }
  interpreter.push_back(path);
  interpreter.insert(interpreter.end(), argv.begin() + 1, argv.end());
  return evaluator.run(std::move(interpreter), in);
}

void add_shells(Programs& programs) {
  for (const std::string_view name :
       {"bash", "sh", "dash", "zsh", "ksh", "ash", "rbash", "mksh", "fish"})
    programs[name] = run_shell;
  programs["eval"] = eval;
  programs["source"] = programs["."] = source;
}

}  // namespace redcode::effects
