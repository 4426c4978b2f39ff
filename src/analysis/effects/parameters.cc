// $name and ${name…}.
#include <algorithm>
#include <array>
#include <string_view>

#include "analysis/effects/expansion.h"
#include "analysis/shell/fields.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

using shell::Piece;

// Removes the shortest or longest match from one end.
std::string trimmed(const std::string& value, const std::string& pattern, bool front,
                    bool longest) {
  std::optional<std::string> best;
  for (std::size_t i = 0; i <= value.size(); ++i) {
    const std::string part = front ? value.substr(0, i) : value.substr(i);
    if (!matches_pattern(pattern, part)) continue;
    std::string rest = front ? value.substr(i) : value.substr(0, i);
    const bool better =
        !best || (longest ? rest.size() < best->size() : rest.size() > best->size());
    if (better) best = std::move(rest);
  }
  return best.value_or(value);
}

std::string replaced(const std::string& value, const std::string& operand, bool all) {
  const std::size_t slash = operand.find('/');
  const std::string from = operand.substr(0, slash);
  const std::string to = slash == std::string::npos ? "" : operand.substr(slash + 1);
  if (from.empty()) return value;
  if (from.find_first_of("*?[#%\\(") != std::string::npos) return nothing_known;
  std::string text;
  for (std::size_t at = 0;;) {
    const std::size_t found = value.find(from, at);
    text += value.substr(at, found - at);
    if (found == std::string::npos) return text;
    text += to;
    at = found + from.size();
    if (!all) return text + value.substr(at);
  }
}

std::string cased(std::string value, std::string_view operation) {
  const bool upper = operation.front() == '^';
  const std::size_t count =
      operation.size() == 2 ? value.size() : std::min<std::size_t>(1, value.size());
  for (std::size_t i = 0; i < count; ++i) {
    char& c = value[i];
    if (upper && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (!upper && c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return value;
}

std::string slice(const std::string& value, const std::string& operand) {
  const auto parts = split(operand, ':');
  const auto from = parse_number<long>(trim(parts.front()));
  if (!from || parts.size() > 2) return nothing_known;
  const long size = static_cast<long>(value.size());
  const long begin = *from < 0 ? size + *from : *from;
  if (begin < 0 || begin > size) return "";
  if (parts.size() == 1) return value.substr(static_cast<std::size_t>(begin));
  const auto length = parse_number<long>(trim(parts[1]));
  if (!length) return nothing_known;
  const long end = *length < 0 ? size + *length : std::min(size, begin + *length);
  return end <= begin
             ? ""
             : value.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Length or indirection: #name, !name.
bool is_marked(std::string_view name) {
  return name.size() > 1 && (name.front() == '#' || name.front() == '!');
}

// A parameter that no command has set.
std::string set_by_shell(const Shell& shell, const std::string& name) {
  static constexpr std::array<std::string_view, 10> plain{
      "#", "?", "$", "!", "RANDOM", "SECONDS", "UID", "LINENO", "EPOCHSECONDS", "BASHPID"};
  if (name == "PWD") return shell.working_dir.empty() ? nothing_known : shell.working_dir;
  if (name == "OLDPWD") return shell.previous_dir.empty() ? nothing_known : shell.previous_dir;
  if (name == "IFS") return " \t\n";
  if (is_number(name) && name != "0") {
    const auto place = parse_number<std::size_t>(name);
    return place && *place <= shell.positional.size() ? shell.positional[*place - 1] : "";
  }
  const bool known = std::ranges::find(plain, name) != plain.end();
  return known ? std::string(1, plain_unknown) : nothing_known;
}

// ${name:-operand} and its like.
std::vector<std::string> defaulted(Shell& shell, const Piece& piece,
                                   const std::vector<std::string>& values,
                                   const std::vector<std::string>& operands) {
  const bool set = shell.variables.contains(piece.text);
  std::vector<std::string> all;
  for (const std::string& value : values) {
    // What is not set in this call may yet be in the environment.
    const bool may_be_unset = !set && value == nothing_known;
    if (may_be_unset || (value.empty() && piece.operation.front() == ':'))
      all.insert(all.end(), operands.begin(), operands.end());
    if (!value.empty() && !may_be_unset) all.push_back(value);
  }
  if (piece.operation.back() == '=' && !set) shell.variables[piece.text] = all;
  return all.empty() ? std::vector<std::string>{""} : all;
}

// By an operation that makes another text of each.
std::string altered(const std::string& value, std::string_view operation,
                    const std::vector<std::string>& operands) {
  if (!is_known(value) || operands.size() > 1) return nothing_known;
  const std::string operand = operands.empty() ? "" : operands.front();
  if (!is_known(operand)) return nothing_known;
  const bool twice = operation.size() == 2;
  switch (operation.front()) {
    case '#':
    case '%':
      return trimmed(value, operand, operation.front() == '#', twice);
    case '/':
      return replaced(value, operand, twice);
    case '^':
    case ',':
      return operand.empty() ? cased(value, operation) : nothing_known;
    default:
      return operation == ":" ? slice(value, operand) : nothing_known;
  }
}

}  // namespace

std::vector<std::string> Expansion::values(const std::string& name) {
  const Shell& shell = evaluator_.shell();
  if (const auto set = shell.variables.find(name); set != shell.variables.end()) return set->second;
  if (const auto set = shell.arrays.find(name); set != shell.arrays.end())
    return {set->second.empty() ? "" : set->second.front()};
  return {name == "HOME" ? evaluator_.ground().home() : set_by_shell(shell, name)};
}

std::vector<Fragments> Expansion::array(const Piece& piece, const std::string& name) {
  const auto found = evaluator_.shell().arrays.find(name);
  const bool positional = name == "@" || name == "*";
  if (!positional && found == evaluator_.shell().arrays.end()) return {{{.text = nothing_known}}};
  const Argv& all = positional ? evaluator_.shell().positional : found->second;
  Fragments parts;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) parts.push_back({.kind = Fragment::Kind::next, .text = {}});
    parts.push_back(
        {.kind = piece.quoted ? Fragment::Kind::literal : Fragment::Kind::splits, .text = all[i]});
  }
  return {parts};
}

std::vector<Fragments> Expansion::parameter(const Piece& piece) {
  const std::string& name = piece.text;
  for (const shell::Word& word : piece.subscript) ways(word);
  const std::string subscript =
      piece.subscript.empty() ? ""
                              : shell::static_text(piece.subscript.front()).value_or(nothing_known);
  const bool whole = name == "@" || name == "*" || subscript == "@" || subscript == "*";
  if (whole && !is_marked(name) && piece.operation.empty()) return array(piece, name);
  std::vector<Fragments> all;
  for (std::string& value : changed(piece, held(name, subscript)))
    all.push_back({{.kind = piece.quoted ? Fragment::Kind::literal : Fragment::Kind::splits,
                    .text = std::move(value)}});
  return all;
}

// Before anything is done to it.
std::vector<std::string> Expansion::held(const std::string& name, const std::string& subscript) {
  if (is_marked(name) && name.front() == '#') return {std::string(1, plain_unknown)};
  if (is_marked(name)) {
    const auto targets = values(name.substr(1));
    const bool known = targets.size() == 1 && is_known(targets.front()) && subscript.empty();
    return known ? values(targets.front()) : std::vector{nothing_known};
  }
  if (subscript.empty()) return values(name);
  const auto place = parse_number<std::size_t>(subscript);
  const auto found = evaluator_.shell().arrays.find(name);
  const bool there =
      place && found != evaluator_.shell().arrays.end() && *place < found->second.size();
  return {there ? found->second[*place] : nothing_known};
}

// By the operation after the name.
std::vector<std::string> Expansion::changed(const Piece& piece,
                                            const std::vector<std::string>& values) {
  if (piece.operation.empty()) return values;
  std::vector<std::string> operands;
  if (!piece.words.empty()) operands = evaluator_.texts(piece.words.front());
  const std::string_view operation = piece.operation;
  if (operation == ":-" || operation == "-" || operation == ":=" || operation == "=")
    return defaulted(evaluator_.shell(), piece, values, operands);
  if (operation == ":+" || operation == "+") {
    operands.emplace_back();
    return operands;
  }
  if (operation == ":?" || operation == "?") return values;
  if (operation == "@" && !operands.empty())
    return operands.front() == "Q" && values.size() == 1 ? std::vector{nothing_known} : values;
  std::vector<std::string> all;
  for (const std::string& value : values) all.push_back(altered(value, operation, operands));
  return all;
}

}  // namespace redcode::effects
