// Iteration: functions that are handed to a call which runs them for each of many things, or with
// what it got: `files.forEach(f -> …)`, `paths.iter().for_each(seal)`, `array_map(fn($x) => …,
// $all)`. They are loops, whatever the language calls them.
#pragma once

#include <tree_sitter/api.h>

#include <string_view>

#include "analysis/source.h"

namespace redcode::analysis {

struct Iteration {
  TSNode from = {};    // what the function gets its arguments from; null: it is no such call
  TSNode action = {};  // what runs for each
  bool repeats = false;

  bool is_one() const { return !ts_node_is_null(from) && !ts_node_is_null(action); }
};

// What `call` does with the function that is one of its arguments.
Iteration iteration_of(Language language, TSNode call, std::string_view text);

// The call that `function` is an argument of; null if there is none.
TSNode call_around(TSNode function);

// Whether a method runs what it is handed for each thing it is called on: each, map, forEach.
bool repeats(std::string_view method);

}  // namespace redcode::analysis
