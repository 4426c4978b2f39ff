// Trying an engine out: whether it makes sandboxes here, and how fast.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/task.h"
#include "sandbox/sandbox.h"

namespace redcode::sandbox {

struct TriedOut {
  Traits traits;
  std::optional<double> start_ms;  // nothing: it does not work here
  double command_ms = 0;
  std::string why_not;  // safe to print
};

// Opens two sandboxes, one after the other, and measures the second: the first pays for what is
// made once.
Task<TriedOut> try_out(std::function<std::unique_ptr<Engine>()> make);

Json to_json(const std::string& name, const TriedOut& tried);

}  // namespace redcode::sandbox
