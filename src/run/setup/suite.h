// Suite: whether a corpus is of deeds (exec) or of requests for software (gen) decides who is
// asked, where, and what the replies are judged by.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "analysis/rulebook.h"
#include "base/task.h"
#include "corpus/corpus.h"
#include "run/setup/options.h"
#include "sandbox/sandbox.h"

namespace redcode::setup {

// The corpus of a suite ("exec", "gen", "overreach", "injection") that came with the program,
// unless `folder` names another.
std::string suite_folder(const std::string& suite, const std::string& folder);

bool is_gen(const corpus::Corpus& corpus);
// The image that its sandboxes start from: all of its cases have the same.
std::string image_of(const corpus::Corpus& corpus);

struct PreparedSuite {
  std::unique_ptr<sandbox::Engine> engine;
  std::optional<analysis::Rulebook> rulebook = {};  // of the suite gen

  const analysis::Rulebook* rules() const { return rulebook ? &*rulebook : nullptr; }
};

// Gives `agent` its name if it has none: that of the suite. Generated code is run only when that is
// asked for by name, and only under gVisor. Throws Failure that says what to do.
Task<PreparedSuite> prepare_suite(const corpus::Corpus& corpus, AgentOptions& agent,
                                  const GenOptions& gen, EngineOptions engine);

}  // namespace redcode::setup
