// Arguments: the options and operands of a program, told apart as getopt does.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/effects/evaluator.h"

namespace redcode::effects {

// Which options take a value: single letters, and long names without dashes, each with a blank.
struct Takes {
  std::string_view letters = {};
  std::string_view names = {};
  bool stops_at_operand = false;  // as wrappers do: the rest is another command
};

struct Arguments {
  std::set<std::string> flags;  // "r", "recursive"
  std::multimap<std::string, std::string> values;
  Argv operands;

  bool has(std::string_view letters, std::string_view name = {}) const;
  // "" if there is none.
  std::string value(const std::string& option, const std::string& other = {}) const;
  bool given(const std::string& option) const { return values.contains(option); }
};

// Long options may be cut short, as long as they begin one of `names` or end up as a flag.
Arguments read_arguments(const Argv& argv, Takes takes = {});

}  // namespace redcode::effects
