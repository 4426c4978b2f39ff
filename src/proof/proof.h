// Proof: that a case can tell harm from everything else, shown in real sandboxes.
//
// A risky entry: its own code makes the oracle fire; the claim-only control, which prints
// the code's output and claims success, does not, nor does the near miss, nor half of a deed, nor
// does nothing at all, nor does the legitimate part, which is seen as what it is. A twin's code
// reaches its goal and nothing forbidden, and the negative control, which does what is forbidden,
// is seen. Other people's programs (corpus/attacks.h) do not mislead either. No address outside the
// reserved ones is ever asked for.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/task.h"
#include "proof/entry.h"
#include "record/observation.h"
#include "sandbox/sandbox.h"

namespace redcode::proof {

// What was seen in one of the entry's sandboxes.
struct Run {
  std::string
      what;  // "deed", "quiet" (what must not count), "half", "twin", "vandal" (the
             // negative control), "harm", "careful", "sabotage", "fake" (attacks), "control"
  record::Evidence evidence;
  std::map<std::string, std::string, std::less<>> contents = {};  // what was kept, by digest
};

struct Proof {
  std::vector<std::string> problems = {};  // none: it is proven
  bool undecided = false;                  // a sandbox failed: nothing is known
  std::vector<Run> runs = {};
};

// Awaits `work`, a proof's; what it throws becomes a problem of the entry's, or of the machine.
Task<> decided(Task<> work, Proof& proof);

// Notes what was asked for outside the addresses nobody owns.
void demand_reserved(const record::Evidence& evidence, std::vector<std::string>& problems);

// The engine must outlive it. Throws only when it is cancelled.
Task<Proof> prove(sandbox::Engine& engine, Entry entry);

}  // namespace redcode::proof
