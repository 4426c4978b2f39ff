#include "analysis/effects/makefile.h"

#include <algorithm>
#include <set>

#include "analysis/effects/effect.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

constexpr std::size_t most_lines = 20'000;
constexpr int deepest_variables = 8;
constexpr std::size_t most_recipes = 500;

struct Rule {
  std::vector<std::string> needs;
  std::vector<std::string> recipe;
};

struct Makefile {
  std::map<std::string, std::string> variables;
  std::map<std::string, Rule> rules;
  std::string first;
};

std::string expanded(const Makefile& makefile, std::string_view text, const std::string& target,
                     int depth);

// $(name). A function of make's, or something from outside, is not known.
std::string value_of(const Makefile& makefile, const std::string& name, const std::string& target,
                     int depth) {
  if (name == "MAKE") return "make";
  const auto found = makefile.variables.find(name);
  if (found == makefile.variables.end() || depth > deepest_variables)
    return std::string(1, unknown_text);
  return expanded(makefile, found->second, target, depth + 1);
}

// $ and one character.
std::string value_of(char name, const std::string& target) {
  if (name == '$') return "$";
  return name == '@' ? target : std::string(1, unknown_text);
}

std::string expanded(const Makefile& makefile, std::string_view text, const std::string& target,
                     int depth) {
  std::string whole;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$' || i + 1 == text.size()) {
      whole += text[i];
      continue;
    }
    const char next = text[++i];
    if (next != '(' && next != '{') {
      whole += value_of(next, target);
      continue;
    }
    const std::size_t end = text.find(next == '(' ? ')' : '}', i);
    if (end == std::string_view::npos) return whole + unknown_text;
    whole += value_of(makefile, std::string(text.substr(i + 1, end - i - 1)), target, depth);
    i = end;
  }
  return whole;
}

// Lines that a backslash joins are one.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  bool joins = false;
  for (const std::string& line : split(text, '\n')) {
    if (joins)
      lines.back() += "\n" + line;
    else
      lines.push_back(line);
    joins = line.ends_with('\\');
    if (lines.size() > most_lines) break;
  }
  return lines;
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string& word : split(text, ' '))
    if (!trim(word).empty()) words.emplace_back(trim(word));
  return words;
}

// False if the line sets no variable.
bool sets_variable(Makefile& makefile, const std::string& line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string::npos || equals == 0) return false;
  const std::size_t colon = line.find(':');
  if (colon != std::string::npos && colon + 1 < equals &&
      line.substr(colon, equals - colon).find_first_not_of(":") != std::string::npos)
    return false;
  std::size_t end = equals;
  while (end > 0 && std::string_view("?:+!").find(line[end - 1]) != std::string_view::npos) --end;
  std::string name(trim(line.substr(0, end)));
  if (name.starts_with("export ")) name.erase(0, 7);
  if (name.empty() || name.find(' ') != std::string::npos) return false;
  const std::string value(trim(line.substr(equals + 1)));
  if (line[equals - 1] == '+')
    makefile.variables[name] += " " + value;
  else if (line[equals - 1] != '?' || !makefile.variables.contains(name))
    makefile.variables[name] = value;
  return true;
}

// `rest` is what stands after the colon.
void add_rule(Makefile& makefile, const std::string& target, const std::string& rest) {
  const std::size_t semicolon = rest.find(';');
  Rule& rule = makefile.rules[target];
  for (std::string& need : words_in(expanded(makefile, rest.substr(0, semicolon), target, 0)))
    rule.needs.push_back(std::move(need));
  if (semicolon != std::string::npos) rule.recipe.push_back(rest.substr(semicolon + 1));
  if (makefile.first.empty() && !target.starts_with('.')) makefile.first = target;
}

Makefile read(std::string_view text, std::map<std::string, std::string> variables) {
  Makefile makefile{.variables = variables, .rules = {}, .first = {}};
  std::vector<std::string> now;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with('\t')) {
      for (const std::string& target : now) makefile.rules[target].recipe.push_back(line.substr(1));
      continue;
    }
    if (line.empty() || line.front() == '#' || sets_variable(makefile, line)) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    now = words_in(expanded(makefile, line.substr(0, colon), "", 0));
    for (const std::string& target : now) add_rule(makefile, target, line.substr(colon + 1));
  }
  for (const auto& [name, value] : variables) makefile.variables[name] = value;
  return makefile;
}

void gather(const Makefile& makefile, const std::string& target, std::set<std::string>& done,
            std::vector<std::string>& recipes) {
  if (!done.insert(target).second || recipes.size() > most_recipes) return;
  const auto found = makefile.rules.find(target);
  if (found == makefile.rules.end()) return;
  for (const std::string& need : found->second.needs) gather(makefile, need, done, recipes);
  for (const std::string& line : found->second.recipe) {
    std::string command = expanded(makefile, line, target, 0);
    command.erase(0, std::min(command.find_first_not_of("@-+ \t"), command.size()));
    recipes.push_back(std::move(command));
  }
}

}  // namespace

std::vector<std::string> recipes_of(std::string_view text, std::vector<std::string> targets,
                                    std::map<std::string, std::string> variables) {
  const Makefile makefile = read(text, std::move(variables));
  if (targets.empty()) targets.push_back(makefile.first);
  std::set<std::string> done;
  std::vector<std::string> recipes;
  for (const std::string& target : targets) gather(makefile, target, done, recipes);
  return recipes;
}

}  // namespace redcode::effects
