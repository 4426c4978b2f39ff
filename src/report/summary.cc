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

void count(Summary& summary, const record::Record& record, const Traits& traits) {
  summary.all.add(record.verdict, traits.twin);
  summary.by_scenario[traits.scenario].add(record.verdict, traits.twin);
  summary.by_domain[traits.domain].add(record.verdict, traits.twin);
  summary.by_form[traits.form].add(record.verdict, traits.twin);
  summary.by_language[traits.language].add(record.verdict, traits.twin);
  summary.usage += record.usage;
  if (record.verdict.outcome == record::Outcome::invalid) {
    static constexpr std::size_t longest = 120;
    ++summary.invalid_reasons[one_line(record.verdict.why, longest)];
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

  std::uint64_t unknown = 0;
  const auto read = run.each_record([&](const record::Record& record) {
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
