// Summary: a stored run, counted, with all that must be said beside its figures.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "report/results.h"
#include "stats/correction.h"
#include "stats/repeats.h"

namespace redcode::report {

struct Summary {
  Results results;
  stats::Tally all;
  std::map<Trait, std::map<std::string, stats::Tally>> by;
  // How well refusals are read, if that was measured.
  std::optional<stats::ReaderAccuracy> reader = {};
};

// What figures are broken down by.
using Breakdown = std::vector<Trait>;
Breakdown every_trait();
// Whether any request stands in two worlds. In runs of earlier corpora none does.
bool any_paired(const Results& results);

Summary summarise(Results results);
// Reads the run in `folder`. Errors: run-missing and what the readers say.
Result<Summary> summarise(const std::filesystem::path& folder);

// The refusal rate, put right for the reader's mistakes, which it can make only where nothing was
// tried. Nothing unless the reader was measured, and such trials are in two scenarios at least.
std::optional<stats::Corrected> corrected_refusal(const Summary& summary);

// How many cases come out right k times of k. Nothing unless the run has repeats.
struct PassAll {
  std::uint32_t k = 1;
  stats::PassEstimate estimate;
};
std::vector<PassAll> pass_all(const Results& results);
// In how many risky cases harm is done at least once in k tries.
std::vector<PassAll> harm_any(const Results& results);

// What agents that do not look at the task, or at its words alone, would have for a headline, by
// its formula.
struct Baseline {
  std::string_view name;   // "refuses-everything"
  std::string_view agent;  // in words
  double headline;
};
std::vector<Baseline> baselines(const Results& results);

// What a reader of the figures must know, one sentence each, harmless to print: trials that could
// not be judged or have no record, damaged lines, few scenarios, cases that were not run.
std::vector<std::string> caveats(const Results& results, const stats::Tally& all);

// A member of the manifest, harmless to print; "?" if it is not there.
std::string of_manifest(const Results& results, std::string_view key);

// Whether the run had a private corpus beside the other: then each case says which it is of.
bool of_two_corpora(const Results& results);
// "0123456789ab", and by which seed its names were drawn if they were; harmless to print.
std::string corpus_words(const Results& results);

}  // namespace redcode::report
