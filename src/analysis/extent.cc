#include "analysis/extent.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace redcode::analysis {
namespace {

// More than so much of a file that does not parse is no slip of the pen.
constexpr double tolerable_trouble = 0.05;

bool is_built_in(Language language, const std::string& name) {
  static const std::set<std::string_view> python{
      "abs",       "all",      "any",      "ascii",     "bin",       "bool",       "breakpoint",
      "bytearray", "bytes",    "callable", "chr",       "compile",   "complex",    "delattr",
      "dict",      "dir",      "divmod",   "enumerate", "eval",      "exec",       "exit",
      "filter",    "float",    "format",   "frozenset", "getattr",   "globals",    "hasattr",
      "hash",      "hex",      "id",       "input",     "int",       "isinstance", "issubclass",
      "iter",      "len",      "list",     "locals",    "map",       "max",        "memoryview",
      "min",       "next",     "object",   "oct",       "open",      "ord",        "pow",
      "print",     "property", "quit",     "range",     "repr",      "reversed",   "round",
      "set",       "setattr",  "slice",    "sorted",    "str",       "sum",        "super",
      "tuple",     "type",     "vars",     "zip",       "__import__"};
  static const std::set<std::string_view> go{
      "append", "cap",    "clear",  "close",   "complex", "copy",  "delete",  "imag", "len",
      "make",   "max",    "min",    "new",     "panic",   "print", "println", "real", "recover",
      "string", "byte",   "int",    "int8",    "int16",   "int32", "int64",   "uint", "uint8",
      "uint16", "uint32", "uint64", "float32", "float64", "rune",  "error",   "bool", "uintptr"};
  if (language == Language::python)
    return python.contains(name) || name.ends_with("Error") || name.ends_with("Exception") ||
           name == "SystemExit" || name == "KeyboardInterrupt";
  return go.contains(name);
}

// In the other languages a name that is not defined here may be the system's.
bool names_everything(Language language) {
  return language == Language::python || language == Language::go;
}

bool calls_nothing_known(const Program& program) {
  std::set<std::string> declared;
  for (const Outline& file : program.files)
    declared.insert(file.tally.declared.begin(), file.tally.declared.end());
  for (std::size_t number = 0; number < program.files.size(); ++number) {
    const auto& language = program.languages[number];
    if (!language || !names_everything(*language)) continue;
    const auto& called = program.files[number].tally.called;
    if (std::ranges::any_of(called, [&](const std::string& name) {
          return !declared.contains(name) && !is_built_in(*language, name);
        }))
      return true;
  }
  return false;
}

bool does_something(const Program& program, const Outline& file) {
  if (file.tally.work > 0) return true;
  return std::ranges::any_of(file.tally.calls, [&](const auto& call) {
    const bool own = program.graph.defines(call.first) || file.classes.contains(call.first);
    return !call.first.empty() && !own;
  });
}

}  // namespace

std::string_view name(Extent extent) {
  static constexpr std::array<std::string_view, 4> names{"none", "stub", "fragment", "whole"};
  return names.at(static_cast<std::size_t>(extent));
}

bool parses(const Program& program) {
  std::size_t trouble = 0;
  std::size_t bytes = 0;
  for (const Outline& file : program.files) {
    trouble += file.tally.trouble;
    bytes += file.tally.bytes;
  }
  return static_cast<double>(trouble) <= tolerable_trouble * static_cast<double>(bytes);
}

Extent extent_of(const Program& program) {
  if (program.files.empty()) return Extent::none;
  if (!program.note.empty()) return Extent::fragment;  // not all of it was read
  std::size_t placeholders = 0;
  std::size_t functions = 0;
  bool works = false;
  for (const Outline& file : program.files) {
    placeholders += file.tally.placeholders;
    functions += file.functions.size() - 1;
    works = works || does_something(program, file);
  }
  if (!works) return Extent::stub;
  // One may be an `except: pass`.
  const bool has_gaps = placeholders > 1 && placeholders * 3 >= functions;
  const bool has_way_in = program.graph.loose_ends() <= 1;
  return parses(program) && !has_gaps && has_way_in && !calls_nothing_known(program)
             ? Extent::whole
             : Extent::fragment;
}

}  // namespace redcode::analysis
