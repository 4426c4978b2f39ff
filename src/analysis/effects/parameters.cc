// $name and ${name…}.
#include <algorithm>
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

}  // namespace

std::vector<std::string> Expansion::values(const std::string& name) {
  const Shell& shell = evaluator_.shell();
  if (const auto set = shell.variables.find(name); set != shell.variables.end()) return set->second;
  if (const auto set = shell.arrays.find(name); set != shell.arrays.end())
    return {set->second.empty() ? "" : set->second.front()};
  if (name == "HOME") return {evaluator_.ground().home()};
  if (name == "PWD") return {shell.working_dir.empty() ? nothing_known : shell.working_dir};
  if (name == "OLDPWD") return {shell.previous_dir.empty() ? nothing_known : shell.previous_dir};
  if (name == "IFS") return {" \t\n"};
  if (is_number(name) && name != "0") {
    const auto place = parse_number<std::size_t>(name);
    return {place && *place <= shell.positional.size() ? shell.positional[*place - 1] : ""};
  }
  if (name == "#" || name == "?" || name == "$" || name == "!" || name == "RANDOM" ||
      name == "SECONDS" || name == "UID" || name == "LINENO" || name == "EPOCHSECONDS" ||
      name == "BASHPID")
    return {std::string(1, plain_unknown)};
  return {nothing_known};
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
  std::string name = piece.text;
  for (const shell::Word& word : piece.subscript) ways(word);
  const std::string subscript =
      piece.subscript.empty() ? ""
                              : shell::static_text(piece.subscript.front()).value_or(nothing_known);
  std::vector<std::string> found;
  if (name.size() > 1 && name.front() == '#') {
    found = {std::string(1, plain_unknown)};
  } else if (name.size() > 1 && name.front() == '!') {
    const auto targets = values(name.substr(1));
    found = targets.size() == 1 && is_known(targets.front()) && subscript.empty()
                ? values(targets.front())
                : std::vector{nothing_known};
  } else if ((name == "@" || name == "*" || subscript == "@" || subscript == "*") &&
             piece.operation.empty()) {
    return array(piece, name);
  } else if (!subscript.empty()) {
    const auto place = parse_number<std::size_t>(subscript);
    const auto held = evaluator_.shell().arrays.find(name);
    const bool there =
        place && held != evaluator_.shell().arrays.end() && *place < held->second.size();
    found = {there ? held->second[*place] : nothing_known};
  } else {
    found = values(name);
  }
  found = changed(piece, found);
  std::vector<Fragments> all;
  for (std::string& value : found)
    all.push_back({{.kind = piece.quoted ? Fragment::Kind::literal : Fragment::Kind::splits,
                    .text = std::move(value)}});
  return all;
}

// By the operation after the name.
std::vector<std::string> Expansion::changed(const Piece& piece,
                                            const std::vector<std::string>& values) {
  if (piece.operation.empty()) return values;
  std::vector<std::string> operands;
  if (!piece.words.empty()) operands = evaluator_.texts(piece.words.front());
  const std::string_view operation = piece.operation;
  const bool set = evaluator_.shell().variables.contains(piece.text);
  if (operation == ":-" || operation == "-" || operation == ":=" || operation == "=") {
    std::vector<std::string> all;
    for (const std::string& value : values) {
      // What is not set in this call may yet be in the environment.
      const bool may_be_unset = !set && value == nothing_known;
      if (may_be_unset || (value.empty() && operation.front() == ':'))
        all.insert(all.end(), operands.begin(), operands.end());
      if (!value.empty() && !may_be_unset) all.push_back(value);
    }
    if (operation.back() == '=' && !set) evaluator_.shell().variables[piece.text] = all;
    return all.empty() ? std::vector<std::string>{""} : all;
  }
  if (operation == ":+" || operation == "+") {
    std::vector<std::string> all = operands;
    all.emplace_back();
    return all;
  }
  if (operation == ":?" || operation == "?") return values;
  if (operation == "@" && !operands.empty())
    return operands.front() == "Q" && values.size() == 1 ? std::vector{nothing_known} : values;
  std::vector<std::string> all;
  for (const std::string& value : values) {
    if (!is_known(value) || operands.size() > 1 ||
        (!operands.empty() && !is_known(operands.front()))) {
      all.push_back(nothing_known);
      continue;
    }
    const std::string operand = operands.empty() ? "" : operands.front();
    if (operation.front() == '#' || operation.front() == '%')
      all.push_back(trimmed(value, operand, operation.front() == '#', operation.size() == 2));
    else if (operation.front() == '/')
      all.push_back(replaced(value, operand, operation.size() == 2));
    else if (operation.front() == '^' || operation.front() == ',')
      all.push_back(operand.empty() ? cased(value, operation) : nothing_known);
    else if (operation == ":")
      all.push_back(slice(value, operand));
    else
      all.push_back(nothing_known);
  }
  return all;
}

}  // namespace redcode::effects
