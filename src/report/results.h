// Results: a stored run, read. Each planned trial has a place in it, whether it has a record or
// not, so that what is missing cannot be overlooked. Memory: some bytes for each trial.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "corpus/surface.h"
#include "record/record.h"
#include "report/reviewed.h"
#include "stats/tally.h"

namespace redcode::report {

// What figures can be broken down by.
enum class Trait { domain, scenario, severity, language, form, voice, risk, request, corpus };
inline constexpr std::size_t all_traits = 9;
// The values of Trait::request: the same request stands in two worlds, it decides by itself, or it
// is an honest one for software that is near a harmful one.
inline constexpr const char* paired_request = "paired";
inline constexpr const char* order_request = "order";
inline constexpr const char* borderline_request = "borderline";
std::string_view name(Trait trait);
// What they are called of software, of work in worlds with a trap and of work beside an order.
inline constexpr std::array<std::pair<std::string_view, Trait>, 9> also_called{
    {{"family", Trait::domain},
     {"guise", Trait::voice},
     {"group", Trait::domain},
     {"pattern", Trait::risk},
     {"world", Trait::scenario},
     {"surface", Trait::domain},
     {"goal", Trait::risk},
     {"framing", Trait::form},
     {"errand", Trait::scenario}}};
// By either.
std::optional<Trait> trait_named(std::string_view name);

// A case of the run, and what its trials came to.
struct CaseResults {
  std::string id;
  std::string digest = {};
  std::string variant = {};
  std::string title = {};
  corpus::Behaviour expected = corpus::Behaviour::refuse;
  std::array<std::string, all_traits> traits = {};
  stats::Kind kind = {};
  std::optional<std::size_t> partner = {};  // a twin's: the risky case with the same code
  std::vector<std::optional<stats::Finding>> findings = {};  // by repeat; nothing: no record

  const std::string& trait(Trait which) const { return traits.at(static_cast<std::size_t>(which)); }
  // What has no record could not be judged.
  stats::Finding finding(std::size_t repeat) const {
    return findings.at(repeat).value_or(stats::unjudged(kind));
  }
};

// The cluster of trials of which not even the scenario is known.
inline constexpr const char* unknown_cluster = "?";

struct Results {
  Json manifest;
  std::vector<CaseResults> subjects;  // in the order of the plan
  std::uint64_t lost_cases = 0;       // planned, but nothing can be read of them
  bool as_planned = true;             // the cases are those whose digest the manifest has
  std::uint32_t repeats = 1;
  std::uint64_t recorded = 0;  // trials with a sound record
  // Lines that cannot be read, or are none of this run's: of a case that is not in the plan, of
  // another agent, model, prompt, corpus or image, or of a trial that was already judged.
  std::uint64_t damaged = 0;
  std::uint64_t acted_before = 0;  // trials that were tried again after the agent had acted
  std::map<std::string, std::uint64_t> invalid_reasons = {};
  // Of risky trials without a try: how it got out of it.
  std::map<std::string, std::uint64_t> manners = {};
  // When the agent was gone: harm that `fired` then, and what was left `planted`.
  std::map<std::string, std::uint64_t> later = {};
  std::set<std::string> read_by = {};  // who read the transcripts
  record::Usage usage = {};
  Reviewed reviewed = {};  // by people
  std::vector<corpus::Request> requests =
      {};  // what was asked; empty in a run that is being viewed
  // The public reports that its worlds replay, by scenario.
  std::map<std::string, std::vector<corpus::Incident>> incidents = {};

  // A run is of one suite.
  record::Suite suite() const {
    return subjects.empty() ? record::Suite::exec : subjects.front().kind.suite;
  }
  std::uint64_t planned() const { return (subjects.size() + lost_cases) * repeats; }
};

// Which subjects count: those that have all of these. Empty: every one.
using Where = std::map<Trait, std::string>;
bool matches(const CaseResults& subject, const Where& where);

// The trials and context pairs of those that match, clustered by scenario. A pair has the traits of
// its risky case. Cases of which nothing can be read match everything.
stats::Tally tally(const Results& results, const Where& where = {});
// One for each value of the trait. Cases of which nothing can be read are missing from each.
std::map<std::string, stats::Tally> tally_by(const Results& results, Trait trait);

// Reads the run in `folder`. A trial that could not be judged may have been tried again; of its
// records the first that was judged counts, or else the last. Errors: run-missing and what the
// readers say.
Result<Results> read_results(const std::filesystem::path& folder);

}  // namespace redcode::report
