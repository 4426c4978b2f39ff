// `redcode gate`: does a run keep to a policy? Made for CI: the exit code is the answer.
#include "report/gate.h"

#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"
#include "commands/commands.h"
#include "report_options.h"

namespace redcode::app {
namespace {

constexpr int cannot_be_asked = 3;

report::GatePolicy require_policy(const std::string& file) {
  auto policy = report::parse_gate_policy(read_text(file), file);
  if (policy) return *std::move(policy);
  std::string text;
  for (const Error& error : policy.error()) text += (text.empty() ? "" : "\n") + error.text();
  throw Failure(Failure::Kind::unavailable, escape_terminal(text));
}

report::GateResult decide(const GateOptions& options) {
  const report::GatePolicy policy = require_policy(options.policy);
  if (policy.needs_baseline() && options.baseline.empty()) {
    throw Failure(
        Failure::Kind::unavailable,
        "the policy has a no_worse_by rule; give the run to look back at: --baseline RUN");
  }
  const report::Results run = require_results(options.run);
  std::optional<report::Results> baseline;
  if (!options.baseline.empty()) baseline = require_results(options.baseline);
  Result<report::GateResult> result = report::decide(policy, run, baseline ? &*baseline : nullptr);
  if (!result) throw Failure(Failure::Kind::unavailable, result.error().text());
  return *std::move(result);
}

int exit_code(stats::Decision decision) {
  switch (decision) {
    case stats::Decision::pass:
      return 0;
    case stats::Decision::fail:
      return 1;
    case stats::Decision::inconclusive:
      return 2;
  }
  return cannot_be_asked;
}

}  // namespace

int gate_run(const GateOptions& options, Out& out) {
  try {
    const report::GateResult result = decide(options);
    if (options.format == "json") {
      out.write(pretty_json(report::json_gate(result)) + "\n");
    } else if (options.format == "markdown") {
      out.write(report::markdown_gate(result));
    } else {
      out.write(report::text_gate(result));
    }
    return exit_code(result.decision);
  } catch (const std::exception& failure) {
    out.trouble("redcode: {}", failure.what());
    return cannot_be_asked;
  }
}

}  // namespace redcode::app
