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

// Words split from a line that is read.
Stream read_line(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "adinNptu"});
  std::optional<std::string> line;
  if (call.in.there && call.in.text && !read.given("u"))
    line = call.in.text->substr(0, call.in.text->find('\n'));
  if (read.given("a") && line) {
    Argv words;
    for (const std::string& word : split(*line, ' '))
      if (!word.empty()) words.push_back(word);
    evaluator.shell().arrays[read.value("a")] = words;
  }
  for (std::size_t i = 0; i < read.operands.size(); ++i) {
    const bool all = read.operands.size() == 1;
    auto& variable = evaluator.shell().variables[read.operands[i]];
    variable = {all && line ? std::string(trim(*line)) : std::string(1, unknown_text)};
    // A loop may read other lines, too.
    if (all && line && call.in.text->find('\n') != call.in.text->rfind('\n')) {
      variable.clear();
      for (const std::string& one : split(*call.in.text, '\n'))
        if (!one.empty()) variable.push_back(one);
      if (variable.size() > 8) variable = {std::string(1, unknown_text)};
    }
  }
  if (read.operands.empty())
    evaluator.shell().variables["REPLY"] = {line.value_or(std::string(1, unknown_text))};
  return known_text("");
}

Stream map_file(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "dnOsuCc"});
  Argv lines;
  if (call.in.there && call.in.text) {
    for (const std::string& line : split(*call.in.text, '\n'))
      if (!line.empty()) lines.push_back(line);
  } else {
    lines.emplace_back(1, unknown_text);
  }
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
