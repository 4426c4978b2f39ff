#include "report/results.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "base/digest.h"
#include "base/text.h"
#include "corpus/case.h"
#include "record/run_folder.h"

namespace redcode::report {
namespace {

constexpr std::array<std::string_view, all_traits> trait_names{
    "domain", "scenario", "severity", "language", "form", "voice", "risk"};
constexpr std::uint32_t most_repeats = 1000;
constexpr std::size_t most_readers = 20;
constexpr std::uint64_t most_lost_cases = 1'000'000'000;

// Two cases that share all of this have the same code, word for word.
using Program = std::tuple<std::string, corpus::Form, corpus::Language, std::string>;

// Gives each twin its partner, if there is one: the first risky case with the same code.
class Pairing {
 public:
  void add(const corpus::Case& subject, std::size_t place) {
    Program program{subject.scenario, subject.format.form, subject.format.language,
                    sha256_hex(subject.code)};
    if (subject.twin()) {
      twins_.emplace_back(std::move(program), place);
    } else {
      risky_.emplace(std::move(program), place);
    }
  }
  void apply(std::vector<Subject>& subjects) const {
    for (const auto& [program, place] : twins_) {
      const auto found = risky_.find(program);
      if (found != risky_.end()) subjects.at(place).partner = found->second;
    }
  }

 private:
  std::map<Program, std::size_t> risky_;
  std::vector<std::pair<Program, std::size_t>> twins_;
};

Subject subject_of(const corpus::Case& read, std::string digest) {
  return {.id = read.id,
          .digest = std::move(digest),
          .traits = {read.domain, read.scenario, std::string(name(read.severity)),
                     std::string(name(read.format.language)), std::string(name(read.format.form)),
                     read.voice, read.risk_category},
          .kind = {.twin = read.twin(), .gen = read.gen() != nullptr}};
}

// A manifest without a digest cannot contradict.
bool as_planned(const Results& results) {
  std::string digests;
  for (const Subject& subject : results.subjects) digests += subject.digest;
  const auto planned = member_or<std::string>(results.manifest, "cases_digest", "");
  return planned.empty() || planned == sha256_hex(digests);
}

// Whether the record is of this run, as far as its manifest says what that is.
bool of_this_run(const Json& manifest, const record::Trial& trial) {
  const std::array<std::pair<const char*, const std::string*>, 5> facts{
      {{"corpus_digest", &trial.corpus_digest},
       {"agent", &trial.agent.architecture},
       {"model", &trial.agent.model},
       {"prompt_digest", &trial.agent.prompt_digest},
       {"image_digest", &trial.image_digest}}};
  return std::ranges::all_of(facts, [&manifest](const auto& fact) {
    return member_or<std::string>(manifest, fact.first, *fact.second) == *fact.second;
  });
}

Result<bool> read_cases(const record::RunReader& run, Results& results) {
  Pairing pairing;
  std::set<std::string> seen;
  const auto read = run.each_case([&](const Json& json) {
    const Result<corpus::Case> subject = corpus::case_from_json(json);
    if (!subject || !seen.insert(subject->id).second) return;
    pairing.add(*subject, results.subjects.size());
    // Of the line as it stands: another version may write the same case otherwise.
    results.subjects.push_back(subject_of(*subject, sha256_hex(dump_json(json))));
  });
  if (!read) return std::unexpected(read.error());
  pairing.apply(results.subjects);
  const auto planned = member_or<std::uint64_t>(results.manifest, "cases", 0);
  if (planned > results.subjects.size()) {
    results.lost_cases = std::min(planned - results.subjects.size(), most_lost_cases);
  }
  results.damaged += read->damaged;
  results.as_planned = as_planned(results);
  return true;
}

// Why a trial could not be judged, without the numbers and ids that make each reason one of a kind.
std::string reason(const std::string& why) {
  static constexpr std::size_t longest = 120;
  std::string general;
  for (const char c : why.substr(0, longest)) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) {
      general += c;
    } else if (!general.ends_with('#')) {
      general += '#';
    }
  }
  return one_line(general, longest);
}

// Puts records into their places.
class Filing {
 public:
  Filing(Results& results, const record::Labels& labels) : results_(results), labels_(labels) {
    for (std::size_t i = 0; i < results.subjects.size(); ++i) {
      places_.emplace(results.subjects[i].id, i);
    }
  }

  void file(const record::Record& record) {
    results_.usage += record.usage;  // a try that could not be judged was paid for too
    const auto place = places_.find(record.trial.case_id);
    const std::uint32_t repeat = record.trial.repeat;
    if (place == places_.end() || repeat >= most_repeats ||
        record.trial.case_digest != results_.subjects[place->second].digest ||
        !of_this_run(results_.manifest, record.trial)) {
      ++results_.damaged;
      return;
    }
    Subject& subject = results_.subjects[place->second];
    if (subject.findings.size() <= repeat) subject.findings.resize(repeat + 1);
    // Only what could not be judged is ever tried again.
    if (subject.findings[repeat].value_or(stats::Finding{}).judged()) {
      ++results_.damaged;
      return;
    }
    if (!subject.findings[repeat]) ++results_.recorded;
    subject.findings[repeat] =
        stats::finding(record.verdict, subject.kind, subject.trait(Trait::risk));
    results_.repeats = std::max(results_.repeats, repeat + 1);
    note_reason({place->second, repeat}, record.verdict);
    results_.reviewed.add(record, subject.kind, labels_);
    if (results_.read_by.size() < most_readers && !record.verdict.read_by.empty()) {
      results_.read_by.insert(one_line(record.verdict.read_by, 120));
    }
  }

 private:
  using Place = std::pair<std::size_t, std::uint32_t>;
  using Reasons = std::map<std::string, std::uint64_t>;

  // A trial that could not be judged is tried again when its run is continued; then the reason of
  // the try before is history.
  void note_reason(const Place& place, const record::Verdict& verdict) {
    Reasons& reasons = results_.invalid_reasons;
    if (const auto before = invalid_.find(place); before != invalid_.end()) {
      if (--before->second->second == 0) reasons.erase(before->second);
      invalid_.erase(before);
    }
    if (verdict.outcome != record::Outcome::invalid) return;
    const auto own = reasons.emplace(reason(verdict.why), 0).first;
    ++own->second;
    invalid_.emplace(place, own);
  }

  Results& results_;
  const record::Labels& labels_;
  std::unordered_map<std::string, std::size_t> places_;
  std::map<Place, Reasons::iterator> invalid_;
};

void add_trials(stats::Tally& tally, const Results& results, const Subject& subject) {
  for (std::size_t repeat = 0; repeat < results.repeats; ++repeat) {
    tally.add(subject.trait(Trait::scenario), subject.finding(repeat));
  }
}

// The twin's partner; nullptr for what is none, or has none.
const Subject* partner_of(const Results& results, const Subject& twin) {
  return twin.partner ? &results.subjects.at(*twin.partner) : nullptr;
}

void add_pairs(stats::Tally& tally, const Results& results, const Subject& risky,
               const Subject& twin) {
  for (std::size_t repeat = 0; repeat < results.repeats; ++repeat) {
    tally.add_pair(risky.trait(Trait::scenario),
                   stats::pair_answer(risky.finding(repeat), twin.finding(repeat)));
  }
}

void add_lost(stats::Tally& tally, const Results& results) {
  if (results.lost_cases > 0) {
    tally.add_unknown(unknown_cluster, results.lost_cases * results.repeats);
  }
}

}  // namespace

std::string_view name(Trait trait) { return trait_names.at(static_cast<std::size_t>(trait)); }

std::optional<Trait> trait_named(std::string_view name) {
  // As they are called of software.
  if (name == "family") return Trait::domain;
  if (name == "guise") return Trait::voice;
  const auto* const found = std::ranges::find(trait_names, name);
  if (found == trait_names.end()) return std::nullopt;
  return static_cast<Trait>(found - trait_names.begin());
}

bool matches(const Subject& subject, const Where& where) {
  return std::ranges::all_of(
      where, [&](const auto& wanted) { return subject.trait(wanted.first) == wanted.second; });
}

stats::Tally tally(const Results& results, const Where& where) {
  stats::Tally tally;
  for (const Subject& subject : results.subjects) {
    if (matches(subject, where)) add_trials(tally, results, subject);
    const Subject* risky = partner_of(results, subject);
    if (risky != nullptr && matches(*risky, where)) add_pairs(tally, results, *risky, subject);
  }
  add_lost(tally, results);
  return tally;
}

std::map<std::string, stats::Tally> tally_by(const Results& results, Trait trait) {
  std::map<std::string, stats::Tally> groups;
  for (const Subject& subject : results.subjects) {
    add_trials(groups[subject.trait(trait)], results, subject);
    const Subject* risky = partner_of(results, subject);
    if (risky != nullptr) add_pairs(groups[risky->trait(trait)], results, *risky, subject);
  }
  for (auto& [value, tally] : groups) add_lost(tally, results);
  return groups;
}

Result<Results> read_results(const std::filesystem::path& folder) {
  const record::RunReader run(folder);
  Result<Json> manifest = run.manifest();
  if (!manifest) return std::unexpected(manifest.error());
  Results results{.manifest = *std::move(manifest)};
  const auto repeats = member_or<std::uint32_t>(results.manifest, "repeats", 1);
  results.repeats = std::clamp(repeats, 1U, most_repeats);
  const Result<bool> cases = read_cases(run, results);
  if (!cases) return std::unexpected(cases.error());

  const record::Labels labels = record::Labels::of(folder);
  results.reviewed.damaged_lines = labels.damaged();
  Filing filing(results, labels);
  const auto read = run.each_record([&](const record::Record& record) { filing.file(record); });
  if (!read) return std::unexpected(read.error());
  results.damaged += read->damaged;
  for (Subject& subject : results.subjects) subject.findings.resize(results.repeats);
  return results;
}

}  // namespace redcode::report
