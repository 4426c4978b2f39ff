// A run of requests for software on the scripted model: it is planned without a sandbox.
#pragma once

#include <filesystem>
#include <utility>

#include "base/run.h"
#include "corpus/corpus.h"
#include "run/setup/run_setup.h"

namespace redcode::setup {

inline RunOptions options_for_tests(const std::filesystem::path& out) {
  RunOptions options;
  options.gen.suite = "gen";
  options.limit = 3;
  options.out = out.string();
  return options;
}

inline RunSetup setup_for_tests(RunOptions options) {
  static const corpus::Corpus corpus = corpus::load(suite_folder("gen", "")).value();
  return run(set_up(std::move(options), corpus));
}

}  // namespace redcode::setup
