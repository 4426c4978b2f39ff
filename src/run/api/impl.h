// What is behind the public types (include/redcode), and how the program's own words become theirs.
#pragma once

#include <redcode/redcode.h>

#include <functional>
#include <memory>
#include <string>

#include "agents/agent.h"
#include "base/failure.h"
#include "corpus/case.h"
#include "judge/stored_cases.h"
#include "personas/action.h"
#include "record/record.h"
#include "record/run_folder.h"
#include "sandbox/sandbox.h"

namespace redcode {

struct Case::Impl {
  corpus::Case subject;
  std::string corpus_digest = {};  // of the corpus it was read from
};

struct Agent::Impl {
  std::unique_ptr<const agents::Agent> agent;
  Model model = {};  // without a name: it brings its own
  std::string label = "own";
  personas::Tooling tooling = personas::Tooling::codeact;
};

struct Engine::Impl {
  std::string name;
  // Anew for each call: an engine lives on the executor of the call that it serves.
  std::function<std::unique_ptr<sandbox::Engine>()> make;
};

struct Run::Impl {
  record::RunReader reader;
  judge::StoredCases cases;
};

namespace api {

inline constexpr std::string_view scripted = "scripted:";

[[noreturn]] inline void refuse(const std::string& why) {
  throw Failure(Failure::Kind::unavailable, why);
}

Verdict published(const record::Verdict& verdict, const record::Evidence& evidence);
Record published(const record::Record& record);

}  // namespace api
}  // namespace redcode
