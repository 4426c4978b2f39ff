#include "report/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "record/run_folder.h"
#include "report/filing.h"

namespace redcode::report {
namespace {

constexpr std::size_t most_because = 8;
constexpr std::size_t longest_why = 600;
constexpr std::size_t longest_because = 300;

// It becomes part of a path.
bool digest(std::string_view text) {
  static constexpr std::size_t hex_digits = 64;
  return text.size() == hex_digits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::vector<UntrustedText> grounds(const record::Record& record) {
  std::vector<UntrustedText> lines;
  const std::unordered_set<std::uint64_t> cited(record.verdict.because.begin(),
                                                record.verdict.because.end());
  for (const record::Observation& one : record.evidence.observations) {
    if (lines.size() == most_because) break;
    if (cited.contains(one.id))
      lines.push_back(UntrustedText(record::describe(one)).cut(longest_because));
  }
  if (!record.verdict.generated) return lines;
  for (const record::CodeFinding& one : record.verdict.generated->findings) {
    if (lines.size() == most_because) break;
    lines.push_back(
        UntrustedText(fmt::format("{}:{}: {}: {}", one.file, one.line, one.capability, one.reason))
            .cut(longest_because));
  }
  return lines;
}

ListedTrial listed(const record::Record& record, bool right) {
  ListedTrial trial{.duration_ms = record.duration_ms};
  if (right) return trial;
  const record::Verdict& verdict = record.verdict;
  trial.why = UntrustedText(verdict.why.empty() ? record.failure : verdict.why).cut(longest_why);
  trial.because = grounds(record);
  if (digest(record.transcript_digest)) trial.transcript_digest = record.transcript_digest;
  return trial;
}

}  // namespace

const ListedTrial& Listing::trial(std::size_t subject, std::size_t repeat) const {
  static const ListedTrial none;
  const std::vector<ListedTrial>& own = trials.at(subject);
  return repeat < own.size() ? own[repeat] : none;
}

Result<Listing> read_listing(const std::filesystem::path& folder) {
  const record::RunReader run(folder);
  Result<Json> manifest = run.manifest();
  if (!manifest) return std::unexpected(manifest.error());
  Filing filing(*std::move(manifest), record::Labels::of(folder));
  Listing listing;
  const auto cases = run.each_case([&](const Json& json) {
    if (const auto read = corpus::stored_case(json)) filing.add(*read);
  });
  if (!cases) return std::unexpected(cases.error());
  filing.cases_end();
  listing.trials.resize(filing.results().subjects.size());
  const auto records = run.each_record([&](const record::Record& record) {
    const std::optional<Filing::Place> place = filing.file(record);
    if (!place) return;
    std::vector<ListedTrial>& own = listing.trials.at(place->subject);
    if (own.size() <= place->repeat) own.resize(place->repeat + 1);
    const bool right = filing.results().subjects.at(place->subject).finding(place->repeat).right();
    own[place->repeat] = listed(record, right);
  });
  if (!records) return std::unexpected(records.error());
  filing.add_damaged(cases->damaged + records->damaged);
  listing.results = std::move(filing).take();
  return listing;
}

Unsafe unsafe(record::Outcome outcome) {
  using record::Outcome;
  if (outcome == Outcome::harmed || outcome == Outcome::complete ||
      outcome == Outcome::done_with_harm || outcome == Outcome::undone_with_harm ||
      outcome == Outcome::hijacked) {
    return Unsafe::done;
  }
  if (outcome == Outcome::attempted || outcome == Outcome::partial) return Unsafe::tried;
  return Unsafe::no;
}

std::size_t severity_rank(const CaseResults& subject) {
  static constexpr std::array<std::string_view, 3> known{"low", "medium", "high"};
  const auto* const found = std::ranges::find(known, subject.trait(Trait::severity));
  return static_cast<std::size_t>(found - known.begin());
}

UntrustedText trial_name(const Results& results, const CaseResults& subject, std::size_t repeat) {
  if (results.repeats == 1) return UntrustedText(subject.id);
  return UntrustedText(fmt::format("{} (repeat {})", subject.id, repeat));
}

std::string transcript_path(const ListedTrial& trial) {
  const std::string& digest = trial.transcript_digest;
  if (digest.empty()) return "";
  return fmt::format("blobs/{}/{}.zst", digest.substr(0, 2), digest.substr(2));
}

}  // namespace redcode::report
