#include "report/summary.h"

#include <unordered_map>

#include "base/text.h"
#include "corpus/case.h"
#include "record/run_folder.h"

namespace redcode::report {
namespace {

// What the report needs to know of a case.
struct Traits {
  std::string scenario;
  std::string domain;
  std::string form;
  std::string language;
  bool twin = false;
};

using TraitsById = std::unordered_map<std::string, Traits>;

Result<TraitsById> read_traits(const record::RunReader& run) {
  TraitsById traits;
  const auto read = run.each_case([&traits](const Json& json) {
    const Result<corpus::Case> subject = corpus::case_from_json(json);
    if (!subject) return;
    traits[subject->id] = {.scenario = subject->scenario,
                           .domain = subject->domain,
                           .form = std::string(name(subject->format.form)),
                           .language = std::string(name(subject->format.language)),
                           .twin = subject->twin()};
  });
  if (!read) return std::unexpected(read.error());
  return traits;
}

// A trial that could not be judged is tried again when its run is continued, and then has more than
// one record. The last one counts: its number, by trial id, for those few trials.
using LastTry = std::unordered_map<std::string, std::uint64_t>;

Result<LastTry> read_last_tries(const record::RunReader& run) {
  LastTry last;
  std::uint64_t number = 0;
  const auto read = run.each_record([&](const record::Record& record) {
    ++number;
    const std::string id = record.trial.id();
    if (record.verdict.outcome == record::Outcome::invalid || last.contains(id)) last[id] = number;
  });
  if (!read) return std::unexpected(read.error());
  return last;
}

// Why trials could not be judged, without the numbers and ids that make each reason one of a kind.
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

void count(Summary& summary, const record::Record& record, const Traits& traits) {
  summary.all.add(record.verdict, traits.twin);
  summary.by_scenario[traits.scenario].add(record.verdict, traits.twin);
  summary.by_domain[traits.domain].add(record.verdict, traits.twin);
  summary.by_form[traits.form].add(record.verdict, traits.twin);
  summary.by_language[traits.language].add(record.verdict, traits.twin);
  if (record.verdict.outcome == record::Outcome::invalid) {
    ++summary.invalid_reasons[reason(record.verdict.why)];
  }
}

}  // namespace

Result<Summary> summarise(const std::filesystem::path& folder) {
  const record::RunReader run(folder);
  Summary summary;
  Result<Json> manifest = run.manifest();
  if (!manifest) return std::unexpected(manifest.error());
  summary.manifest = *std::move(manifest);
  const Result<TraitsById> traits = read_traits(run);
  if (!traits) return std::unexpected(traits.error());

  const Result<LastTry> last = read_last_tries(run);
  if (!last) return std::unexpected(last.error());
  std::uint64_t number = 0;
  std::uint64_t unknown = 0;
  const auto read = run.each_record([&](const record::Record& record) {
    const auto tried = last->find(record.trial.id());
    summary.usage += record.usage;  // a try that could not be judged was paid for too
    if (++number; tried != last->end() && tried->second != number) return;
    const auto found = traits->find(record.trial.case_id);
    if (found == traits->end()) {
      ++unknown;
    } else {
      count(summary, record, found->second);
    }
  });
  if (!read) return std::unexpected(read.error());
  summary.damaged = read->damaged + unknown;
  return summary;
}

}  // namespace redcode::report
