// Attestation: what a program finds when it looks around inside a sandbox, and whether it may.
//
// A program of ours looks (probes/look_around.py); what it finds is judged out here, against one
// table (expectations.h).
#pragma once

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/task.h"
#include "sandbox/attest/answers.h"
#include "sandbox/attest/setting.h"
#include "sandbox/sandbox.h"

namespace redcode::attest {

struct Probe {
  std::string name;  // "caps.effective"
  // "containment": must pass. "awareness": tells an agent that it is being tested; reported apart.
  // "note": what was seen, not judged on this engine; `want` says why.
  std::string kind;
  bool passed = false;
  // False: it gave no answer, not even when it was asked again with more time. Nothing is known.
  bool answered = true;
  std::string found;  // what it saw, one line, terminal-safe; "no answer"
  std::string want;   // what it must see
};

struct Attestation {
  std::string engine;
  std::vector<Probe> probes;
  // The containment probes that found what must not be, in order.
  std::vector<std::string> failed() const;
  // Those that said nothing: the host is too slow, or they hang. Not a leak, and not a pass.
  std::vector<std::string> silent() const;
  // What was not looked at does not count as held.
  bool holds() const { return failed().empty() && silent().empty(); }
};

// How long a probe may take, and when it is asked again.
inline constexpr std::chrono::seconds usual_time{3};
inline constexpr std::chrono::seconds long_time{15};

// Opens a sandbox under `policy`, runs every probe of `script` (probes/look_around.py) in it, and
// closes it. Those that give no answer in time are asked again, with more of it. Throws Failure,
// also when none gave an answer.
Task<Attestation> attest(sandbox::Engine& engine, record::Policy policy, std::string script);

// The same in a sandbox of `engine` that is open under `policy`, and stays open.
Task<Attestation> attest_open(sandbox::Sandbox& sandbox, std::string engine, record::Policy policy,
                              std::string script);

// Every probe of the table against what was answered in that setting. One that answered twice has
// failed.
Attestation judge(const Setting& setting, const Answers& answers,
                  const std::set<std::string>& doubled = {});

// For people, probe by probe.
std::string text(const Attestation& attestation);
Json to_json(const Attestation& attestation);

}  // namespace redcode::attest
