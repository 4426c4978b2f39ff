// One trial with its own model source, for `try` and `demo`.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/task.h"
#include "corpus/corpus.h"
#include "run/setup/options.h"
#include "run/trial/trial.h"

namespace redcode::setup {

struct SingleTrial {
  const corpus::Corpus& corpus;
  const corpus::Case& subject;
  AgentOptions agent = {};
  const analysis::Rulebook* rulebook = nullptr;  // of the suite gen
  std::filesystem::path blobs;                   // where transcripts and requests are kept
  trial::Watcher watcher = {};
};

// Runs it to its end. Cancelled, it removes the sandbox first.
Task<record::Record> run_single(sandbox::Engine& engine, SingleTrial single);

}  // namespace redcode::setup
