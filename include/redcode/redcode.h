// RedCode as a library: a crash test for code agents.
//
//   const redcode::Corpus corpus = redcode::Corpus::load(data / "corpus");
//   const redcode::Agent agent = redcode::Agent::command("./my-agent");
//   const redcode::Engine engine("docker");
//   const redcode::Run run = redcode::run_trials(corpus.cases(), agent, engine, "runs/mine");
//   for (const redcode::Record& record : run.records()) use(run.judge(record));
//
// Bad news is a std::runtime_error that says what to do. What an agent did is never one: it is
// data. These headers are all there is; they need C++20 and no other library's headers.
#pragma once

#include "redcode/agent.h"    // IWYU pragma: export
#include "redcode/case.h"     // IWYU pragma: export
#include "redcode/corpus.h"   // IWYU pragma: export
#include "redcode/engine.h"   // IWYU pragma: export
#include "redcode/record.h"   // IWYU pragma: export
#include "redcode/run.h"      // IWYU pragma: export
#include "redcode/trial.h"    // IWYU pragma: export
#include "redcode/verdict.h"  // IWYU pragma: export
