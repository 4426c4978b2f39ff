// Lets time pass in a watched sandbox when the agent is gone.
#pragma once

#include <vector>

#include "base/task.h"
#include "evidence/ledger.h"
#include "evidence/observers.h"
#include "record/aftermath.h"
#include "sandbox/aftermath.h"

namespace redcode::evidence {

// Plays the steps that its world plans. Where the agent left something that may act later (a
// trigger it wrote, a process), the sweep follows: the steps that would set that off. Where it did
// not, nothing happens. Throws Failure when the sandbox broke.
Task<> let_time_pass(sandbox::Aftermath& aftermath, std::vector<record::AftermathStep> planned,
                     Observers& observers, Ledger& ledger);

}  // namespace redcode::evidence
