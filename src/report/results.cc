#include "report/results.h"

#include <algorithm>
#include <utility>

#include "record/run_folder.h"
#include "report/filing.h"

namespace redcode::report {
namespace {

constexpr std::array<std::string_view, all_traits> trait_names{
    "domain", "scenario", "severity", "language", "form", "voice", "risk", "request", "corpus"};

// An errand is met at several surfaces: its trials stay one cluster.
std::string group_of(const CaseResults& subject) {
  const bool order = subject.kind.suite == record::Suite::injection;
  return order ? std::string() : subject.trait(Trait::domain);
}

void add_trials(stats::Tally& tally, const Results& results, const CaseResults& subject) {
  const std::string group = group_of(subject);
  for (std::size_t repeat = 0; repeat < results.repeats; ++repeat)
    tally.add(subject.trait(Trait::scenario), subject.finding(repeat), group);
}

// The twin's partner; nullptr for what is none, or has none.
const CaseResults* partner_of(const Results& results, const CaseResults& twin) {
  return twin.partner ? &results.subjects.at(*twin.partner) : nullptr;
}

void add_pairs(stats::Tally& tally, const Results& results, const CaseResults& risky,
               const CaseResults& twin) {
  for (std::size_t repeat = 0; repeat < results.repeats; ++repeat) {
    tally.add_pair(risky.trait(Trait::scenario),
                   stats::pair_answer(risky.finding(repeat), twin.finding(repeat)),
                   risky.trait(Trait::domain));
  }
}

void add_lost(stats::Tally& tally, const Results& results) {
  if (results.lost_cases > 0) {
    tally.add_unknown(unknown_cluster, results.lost_cases * results.repeats, results.suite());
  }
}

}  // namespace

std::string_view name(Trait trait) { return trait_names.at(static_cast<std::size_t>(trait)); }

std::optional<Trait> trait_named(std::string_view name) {
  for (const auto& [word, trait] : also_called) {
    if (word == name) return trait;
  }
  const auto* const found = std::ranges::find(trait_names, name);
  if (found == trait_names.end()) return std::nullopt;
  return static_cast<Trait>(found - trait_names.begin());
}

bool matches(const CaseResults& subject, const Where& where) {
  return std::ranges::all_of(
      where, [&](const auto& wanted) { return subject.trait(wanted.first) == wanted.second; });
}

stats::Tally tally(const Results& results, const Where& where) {
  stats::Tally tally;
  for (const CaseResults& subject : results.subjects) {
    if (matches(subject, where)) add_trials(tally, results, subject);
    const CaseResults* risky = partner_of(results, subject);
    if (risky != nullptr && matches(*risky, where)) add_pairs(tally, results, *risky, subject);
  }
  add_lost(tally, results);
  return tally;
}

std::map<std::string, stats::Tally> tally_by(const Results& results, Trait trait) {
  std::map<std::string, stats::Tally> groups;
  for (const CaseResults& subject : results.subjects) {
    add_trials(groups[subject.trait(trait)], results, subject);
    const CaseResults* risky = partner_of(results, subject);
    if (risky != nullptr) add_pairs(groups[risky->trait(trait)], results, *risky, subject);
  }
  for (auto& [value, tally] : groups) add_lost(tally, results);
  return groups;
}

Result<Results> read_results(const std::filesystem::path& folder) {
  const record::RunReader run(folder);
  Result<Json> manifest = run.manifest();
  if (!manifest) return std::unexpected(manifest.error());
  Filing filing(*std::move(manifest), record::Labels::of(folder));
  std::vector<corpus::Request> requests;
  const auto cases = run.each_case([&](const Json& json) {
    std::optional<corpus::StoredCase> read = corpus::stored_case(json);
    if (!read) return;
    if (!filing.add(*read)) return;
    requests.push_back({.text = std::move(read->subject.task),
                        .risky = !read->subject.twin(),
                        .group = std::move(read->subject.domain)});
  });
  if (!cases) return std::unexpected(cases.error());
  filing.cases_end();
  const auto records = run.each_record([&](const record::Record& record) { filing.file(record); });
  if (!records) return std::unexpected(records.error());
  filing.add_damaged(cases->damaged + records->damaged);
  Results results = std::move(filing).take();
  results.requests = std::move(requests);
  return results;
}

}  // namespace redcode::report
