// The options of `redcode run` as JSON: so that a run can be resumed from its folder, and a fleet's
// workers know what to run. No secret is ever among them: keys live in the environment, and headers
// and a proxy with a password have to be given again.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "run/setup/options.h"

namespace redcode::setup {

// Of an address, one with a user or a query in it; of an agent, a command with arguments.
bool may_hold_secret(const std::string& text);

// Those that may hold a secret, as they are called on the command line: they are left out.
std::vector<std::string> secret_options(const RunOptions& options);

// Without what belongs to one process: the run folder, the fleet, metrics, the log.
Json to_json(const RunOptions& options);

// What is missing is as it is without the option. Errors: json-format.
Result<RunOptions> run_options_from(const Json& json);

}  // namespace redcode::setup
