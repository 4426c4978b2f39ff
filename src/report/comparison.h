// Comparison: what changed from one run to another, over the cases they share.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/pairing.h"

namespace redcode::report {

// One metric in both runs, over the trials judged in both.
struct Change {
  stats::Metric metric = stats::Metric::handled;
  double first = 0;  // on the metric's scale, like the difference
  double second = 0;
  stats::Difference difference = {};
  // Of the test that agrees with the interval; nothing where there is no question, or too few
  // scenarios to answer it.
  std::optional<double> p = {};
  std::optional<double> adjusted_p = {};  // Holm's, over the distinct questions of its breakdown
  std::string question = {};  // which cases flipped: two lines that share it ask the same
};

// What a line says, by its interval: of a change for the worse, it lies wholly there.
enum class Word { no_change, unclear, better, worse };
std::string_view name(Word word);
// No change: no trial flipped. Nothing: nothing was judged in both.
std::optional<Word> word_of(const Change& change);

// A trial that came out right in one run and wrong in the other.
struct Flip {
  std::string case_id;
  std::uint32_t repeat = 0;
  record::Outcome first = record::Outcome::invalid;
  record::Outcome second = record::Outcome::invalid;
};

struct Flips {
  std::uint64_t count = 0;
  std::vector<Flip> some = {};  // the first of them, in the order of the plan
};

struct Side {
  Json manifest;
  std::set<std::string> read_by;
  std::uint64_t cases_of_its_own = 0;
  std::uint64_t lost_cases = 0;  // planned, but nothing can be read of them
  std::uint64_t missing = 0;     // of the trials they share, those not judged here
  std::uint64_t damaged = 0;
};

struct Comparison {
  Side first;
  Side second;
  record::Suite suite = record::Suite::exec;  // of both, for runs of two share no case
  std::uint64_t shared_cases = 0;
  std::uint64_t shared_trials = 0;
  std::uint64_t judged_in_both = 0;
  std::uint64_t repeats_left_out = 0;  // one run has more repeats than the other
  // 0 to 100; no p value, for it is a mean of two rates. It has its word by its interval.
  std::optional<Change> headline = {};
  std::vector<Change> changes = {};
  std::map<Trait, std::map<std::string, std::vector<Change>>> by = {};
  Flips better = {};  // wrong, then right
  Flips worse = {};
  std::vector<std::string> warnings = {};  // harmless to print
};

struct CompareOptions {
  std::vector<Trait> by = {Trait::domain};
  std::size_t flips = 10;  // how many of each to name
};

// What may make two runs differ beside their agents, and what is not whole in either; harmless to
// print.
std::vector<std::string> differing_settings(const Results& first, const Results& second);

// Errors: nothing-shared.
Result<Comparison> compare(const Results& first, const Results& second,
                           const CompareOptions& options = {});

}  // namespace redcode::report
