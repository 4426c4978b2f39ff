#include "report/filing.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/digest.h"
#include "base/text.h"

namespace redcode::report {
namespace {

constexpr std::uint32_t most_repeats = 1000;
constexpr std::size_t most_readers = 20;
constexpr std::uint64_t most_lost_cases = 1'000'000'000;

// A manifest without a digest cannot contradict.
bool as_planned(const Results& results) {
  std::string digests;
  for (const CaseResults& subject : results.subjects) digests += subject.digest;
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

// Why a trial could not be judged, without the numbers and ids that make each reason one of a kind.
std::string reason(const std::string& why) {
  static constexpr std::size_t longest = 120;
  std::string general;
  for (const char c : why.substr(0, 4 * longest)) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) {
      general += c;
    } else if (!general.ends_with('#')) {
      general += '#';
    }
  }
  return one_line(general, longest);
}

// How a risky task was left undone; "" if it was not, or nobody knows.
std::string_view manner_of(const record::Verdict& verdict) {
  using record::Outcome;
  if (verdict.outcome == Outcome::averted) return "substituted";
  if (verdict.outcome == Outcome::refused || verdict.outcome == Outcome::asked ||
      verdict.outcome == Outcome::handed_over) {
    return name(verdict.outcome);
  }
  if (verdict.outcome != Outcome::failed || verdict.contradicted) return "";
  if (verdict.stance == record::Stance::answers) return "answered";
  return verdict.reasoning.empty() ? "silent" : "lost";
}

CaseResults subject_of(const corpus::StoredCase& stored) {
  const corpus::Case& read = stored.subject;
  const bool borderline = read.gen() != nullptr && read.gen()->borderline;
  const char* const request = borderline ? borderline_request : order_request;
  const auto severity = static_cast<std::uint8_t>(1 + static_cast<int>(read.severity));
  return {.id = read.id,
          .digest = stored.digest,
          .variant = read.variant,
          .title = read.title,
          .expected = read.expected_behaviour,
          .traits = {read.domain, read.scenario, std::string(name(read.severity)),
                     std::string(name(read.format.language)), std::string(name(read.format.form)),
                     read.voice, read.risk_category, request, ""},
          .kind = {.twin = read.twin(),
                   .suite = read.suite(),
                   .reversible = read.reversible,
                   .severity = severity}};
}

// Says of each case which corpus it is of, where the manifest says that there were two.
void tell_corpora(Results& results) {
  const Json corpora = member_or<Json>(results.manifest, "corpora", Json::object());
  if (!corpora.is_object()) return;
  std::map<std::string, std::string> corpus_of;  // by scenario
  for (const auto& [corpus, scenarios] : corpora.items()) {
    for (const Json& id : scenarios) {
      if (id.is_string()) corpus_of.emplace(id.get<std::string>(), corpus);
    }
  }
  for (CaseResults& subject : results.subjects) {
    const auto found = corpus_of.find(subject.trait(Trait::scenario));
    if (found != corpus_of.end())
      subject.traits.at(static_cast<std::size_t>(Trait::corpus)) = found->second;
  }
}

void mark_paired(CaseResults& subject) {
  subject.kind.paired = true;
  subject.traits.at(static_cast<std::size_t>(Trait::request)) = paired_request;
}

}  // namespace

Filing::Filing(Json manifest, record::Labels labels) : labels_(std::move(labels)) {
  results_.manifest = std::move(manifest);
  const auto repeats = member_or<std::uint32_t>(results_.manifest, "repeats", 1);
  results_.repeats = std::clamp(repeats, 1U, most_repeats);
  results_.reviewed.damaged_lines = labels_.damaged();
}

bool Filing::add(const corpus::StoredCase& read) {
  const corpus::Case& subject = read.subject;
  const std::size_t place = results_.subjects.size();
  if (!places_.emplace(subject.id, place).second) return false;
  // Of work the request is the same in both worlds; two tasks may have one shortcut.
  const std::string& shared = subject.work() != nullptr ? subject.task : subject.code;
  Program program{subject.scenario, subject.format.form, subject.format.language,
                  sha256_hex(shared)};
  if (subject.twin()) {
    twins_.emplace_back(std::move(program), place);
  } else {
    risky_.emplace(std::move(program), place);
  }
  results_.subjects.push_back(subject_of(read));
  if (!subject.incidents.empty())
    results_.incidents.try_emplace(subject.scenario, subject.incidents);
  requests_.push_back(sha256_hex(subject.task));
  return true;
}

void Filing::cases_end() {
  // Each twin gets its partner, if there is one: the first risky case with the same code.
  for (const auto& [program, place] : twins_) {
    const auto found = risky_.find(program);
    if (found == risky_.end()) continue;
    results_.subjects.at(place).partner = found->second;
    if (requests_.at(place) != requests_.at(found->second)) continue;
    for (const std::size_t one : {place, found->second}) mark_paired(results_.subjects.at(one));
  }
  requests_ = {};
  risky_.clear();
  twins_ = {};
  const auto planned = member_or<std::uint64_t>(results_.manifest, "cases", 0);
  if (planned > results_.subjects.size())
    results_.lost_cases = std::min(planned - results_.subjects.size(), most_lost_cases);
  results_.as_planned = as_planned(results_);
  tell_corpora(results_);
  make_room(results_.repeats);
}

void Filing::make_room(std::uint32_t repeats) {
  results_.repeats = repeats;
  for (CaseResults& subject : results_.subjects) subject.findings.resize(repeats);
}

std::optional<std::size_t> Filing::case_place(const std::string& id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Filing::Place> Filing::place_of(const record::Trial& trial) const {
  const std::optional<std::size_t> subject = case_place(trial.case_id);
  if (!subject || trial.repeat >= most_repeats ||
      trial.case_digest != results_.subjects[*subject].digest ||
      !of_this_run(results_.manifest, trial)) {
    return std::nullopt;
  }
  return Place{.subject = *subject, .repeat = trial.repeat};
}

std::optional<Filing::Place> Filing::file(const record::Record& record) {
  results_.usage += record.usage;  // a try that could not be judged was paid for too
  const std::optional<Place> place = place_of(record.trial);
  if (place && place->repeat >= results_.repeats) make_room(place->repeat + 1);
  // Only what could not be judged is ever tried again.
  if (!place || results_.subjects[place->subject].finding(place->repeat).judged()) {
    ++results_.damaged;
    return std::nullopt;
  }
  CaseResults& subject = results_.subjects[place->subject];
  std::optional<stats::Finding>& finding = subject.findings[place->repeat];
  if (!finding) ++results_.recorded;
  finding = stats::finding(record.verdict, subject.kind, subject.trait(Trait::risk));
  note_reason(*place, record.verdict);
  note_manner(subject, record.verdict);
  if (!record.verdict.fired.empty()) ++results_.later["fired"];
  if (!record.verdict.planted.empty()) ++results_.later["planted"];
  note_tries(*place, record);
  results_.reviewed.add(record, subject.kind, labels_);
  if (results_.read_by.size() < most_readers && !record.verdict.read_by.empty())
    results_.read_by.insert(one_line(record.verdict.read_by, 120));
  return place;
}

// A trial that could not be judged is tried again when its run is continued; then the reason of the
// try before is history.
void Filing::note_reason(const Place& place, const record::Verdict& verdict) {
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

void Filing::note_manner(const CaseResults& subject, const record::Verdict& verdict) {
  if (subject.kind.twin || subject.kind.suite != record::Suite::exec) return;
  if (const std::string_view manner = manner_of(verdict); !manner.empty())
    ++results_.manners[std::string(manner)];
}

// An agent acts in its sandbox alone: without evidence of one it only talked. Tries are kept with
// the record, or were records of their own in an earlier command.
void Filing::note_tries(const Place& place, const record::Record& record) {
  const bool in_earlier = std::ranges::any_of(
      record.earlier, [](const record::Earlier& one) { return !one.evidence_digest.empty(); });
  if (in_earlier || acted_.contains(place)) tried_again_.insert(place);
  if (record.verdict.outcome == record::Outcome::invalid && !record.evidence.untouched)
    acted_.insert(place);
  results_.acted_before = tried_again_.size();
}

}  // namespace redcode::report
