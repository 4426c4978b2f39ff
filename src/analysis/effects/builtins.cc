// Builtins that change the shell itself.
#include <algorithm>

#include "analysis/effects/programs.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

Stream change_folder(Evaluator& evaluator, const Call& call) {
  Shell& shell = evaluator.shell();
  const Arguments read = read_arguments(call.argv);
  std::string target = read.operands.empty() ? evaluator.ground().home() : read.operands.front();
  const bool back = std::ranges::find(call.argv, "-") != call.argv.end();
  if (back) target = shell.previous_dir;
  if (call.name() == "pushd" && read.operands.empty()) target = shell.previous_dir;
  std::string full = target.empty() ? "" : evaluator.absolute(target);
  const auto places = shell.variables.find("CDPATH");
  if (places != shell.variables.end() && places->second.size() == 1 && !target.starts_with('/') &&
      !target.starts_with('.')) {
    const std::string other = normal(places->second.front() + "/" + target);
    if (evaluator.ground().is_folder(other)) full = other;
  }
  shell.previous_dir = shell.working_dir;
  shell.working_dir = is_known(full) || full.find(unknown_text) == std::string::npos ? full : "";
  return known_text("");
}

Stream pop_folder(Evaluator& evaluator, const Call&) {
  std::swap(evaluator.shell().working_dir, evaluator.shell().previous_dir);
  return known_text("");
}

// The parts that are not empty.
Argv filled(const std::string& text, char separator) {
  Argv parts;
  for (const std::string& part : split(text, separator))
    if (!part.empty()) parts.push_back(part);
  return parts;
}

// What a variable may be that gets a whole line of a text. A loop may read other lines, too.
Argv lines_in(const std::string& text) {
  constexpr std::size_t most_lines = 8;
  const std::size_t end = text.find('\n');
  if (end == text.rfind('\n')) return {std::string(trim(text.substr(0, end)))};
  Argv lines = filled(text, '\n');
  return lines.size() > most_lines ? Argv{std::string(1, unknown_text)} : lines;
}

// Words split from a line that is read.
Stream read_line(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "adinNptu"});
  const std::string nothing(1, unknown_text);
  std::optional<std::string> text;
  if (call.in.there && !read.given("u")) text = call.in.text;
  const std::string line = text ? text->substr(0, text->find('\n')) : nothing;
  if (read.given("a") && text) evaluator.shell().arrays[read.value("a")] = filled(line, ' ');
  const bool whole = text && read.operands.size() == 1;
  for (const std::string& name : read.operands)
    evaluator.shell().variables[name] = whole ? lines_in(text.value_or(nothing)) : Argv{nothing};
  if (read.operands.empty()) evaluator.shell().variables["REPLY"] = {line};
  return known_text("");
}

Stream map_file(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "dnOsuCc"});
  Argv lines{std::string(1, unknown_text)};
  if (call.in.there && call.in.text) lines = filled(*call.in.text, '\n');
  evaluator.shell().arrays[read.operands.empty() ? "MAPFILE" : read.operands.front()] = lines;
  return known_text("");
}

Stream declare(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv);
  for (const std::string& word : read.operands) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos)
      evaluator.shell().variables[word.substr(0, equals)] = {word.substr(equals + 1)};
    if (read.has("f")) evaluator.shell().exported.insert(word);
  }
  return known_text("");
}

Stream unset(Evaluator& evaluator, const Call& call) {
  for (const std::string& name : from(call.argv, 1)) {
    evaluator.shell().variables.erase(name);
    evaluator.shell().arrays.erase(name);
    evaluator.shell().functions.erase(name);
  }
  return known_text("");
}

Stream set_words(Evaluator& evaluator, const Call& call) {
  const auto dashes = std::ranges::find(call.argv, "--");
  if (dashes != call.argv.end())
    evaluator.shell().positional.assign(dashes + 1, call.argv.end());
  else if (call.argv.size() > 1 && !call.argv[1].starts_with('-') && !call.argv[1].starts_with('+'))
    evaluator.shell().positional = from(call.argv, 1);
  return known_text("");
}

Stream alias(Evaluator& evaluator, const Call& call) {
  for (const std::string& word : from(call.argv, 1)) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) continue;
    const std::string text = word.substr(equals + 1);
    // It is read as if it stood there: half a command could change what follows.
    if (!is_known(text) || text.find_first_of("'\"`$(){}") != std::string::npos)
      evaluator.script(text, {}, Source::command);
    evaluator.shell().aliases[word.substr(0, equals)] = text;
  }
  return known_text("");
}

Stream unalias(Evaluator& evaluator, const Call& call) {
  for (const std::string& name : from(call.argv, 1)) evaluator.shell().aliases.erase(name);
  return known_text("");
}

Stream remember(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "p"});
  if (read.given("p") && !read.operands.empty())
    evaluator.made().programs[read.operands.front()] = base_name(read.value("p"));
  return known_text("");
}

Stream trap(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv);
  if (read.operands.size() > 1 && !read.operands.front().empty())
    evaluator.script(read.operands.front(), {}, Source::command);
  return known_text("");
}

Stream calculate(Evaluator& evaluator, const Call& call) {
  for (const std::string& word : from(call.argv, 1))
    if (word.find_first_of("$`") != std::string::npos) evaluator.unknown("arithmetic on " + word);
  return known_text("");
}

Stream get_options(Evaluator& evaluator, const Call& call) {
  if (call.argv.size() > 2)
    evaluator.shell().variables[call.argv[2]] = {std::string(1, plain_unknown)};
  evaluator.shell().variables["OPTARG"] = {std::string(1, unknown_text)};
  return known_text("");
}

Stream enable(Evaluator& evaluator, const Call& call) {
  if (read_arguments(call.argv, {.letters = "f"}).given("f"))
    evaluator.unknown("a builtin from a file");
  return known_text("");
}

}  // namespace

void add_builtins(Programs& programs) {
  programs["cd"] = programs["pushd"] = change_folder;
  programs["popd"] = pop_folder;
  programs["read"] = read_line;
  programs["mapfile"] = programs["readarray"] = map_file;
  for (const std::string_view name : {"export", "declare", "local", "readonly", "typeset"})
    programs[name] = declare;
  programs["unset"] = unset;
  programs["set"] = set_words;
  programs["alias"] = alias;
  programs["unalias"] = unalias;
  programs["hash"] = remember;
  programs["trap"] = trap;
  programs["let"] = calculate;
  programs["getopts"] = get_options;
  programs["enable"] = enable;
}

}  // namespace redcode::effects
