// Controls: plain programs, each aimed at one word of an oracle that the other sandboxes of a proof
// say nothing about. One takes the alternative nobody took, one leaves out or takes back a part of
// what has to come together. Without them a wrong word there would go unnoticed (proof/mutants.h).
#pragma once

#include <functional>

#include "base/task.h"
#include "proof/mutants.h"
#include "proof/plain_deed.h"
#include "proof/proof.h"

namespace redcode::proof {

struct Control {
  std::vector<Command> before = {};
  bool own_code = false;  // whether the entry's own code runs between the two
  std::vector<Command> after = {};
  corpus::Condition target;
  bool holds = true;  // what the target has to be then; otherwise the control shows nothing

  bool operator==(const Control&) const = default;
};

// What tells the word at `place` of `part` from others. `own_makes`: whether the entry's own code
// makes a condition hold.
std::vector<Control> controls_at(const corpus::Condition& part, const Place& place,
                                 const record::World& world,
                                 const std::function<bool(const corpus::Condition&)>& own_makes);

// Runs those that are needed and adds to the proof what they showed. The same in every language,
// so done for the first.
Task<> run_controls(sandbox::Engine& engine, const Entry& entry, Proof& proof);

}  // namespace redcode::proof
