// A sandbox's whole life, again and again: what benchmarks and the endurance test do.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>

#include "base/task.h"
#include "sandbox/sandbox.h"

namespace redcode::app {

struct Cycles {
  std::size_t count = 100;
  std::size_t at_a_time = 1;
  // The observers to open. `files` alone is what everybody needs: the difference at the end.
  std::set<record::Observer> observers = {record::Observer::files};
  std::function<void()> finished = [] {};  // after each
};

// Opens a sandbox, runs `true` in it, takes the evidence, closes it; `count` times, so many at a
// time. Gives the seconds it took. Throws Failure when one of them fails: a bench that measures
// failures measures nothing.
Task<double> run_cycles(sandbox::Engine& engine, Cycles cycles);

}  // namespace redcode::app
