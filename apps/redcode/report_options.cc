#include "report_options.h"

#include "base/failure.h"
#include "base/text.h"
#include "cli/suggest.h"
#include "judge/accuracy.h"
#include "judge/reading.h"
#include "report/summary.h"

namespace redcode::app {

report::Results require_results(const std::string& folder) {
  Result<report::Results> results = report::read_results(folder);
  if (!results) throw Failure(Failure::Kind::unavailable, results.error().text());
  return *std::move(results);
}

std::vector<report::Trait> require_traits(const std::string& by) {
  std::vector<report::Trait> traits;
  for (const std::string& word : split(by, ',')) {
    const std::optional<report::Trait> trait = report::trait_named(trim(word));
    if (!trait) {
      std::vector<std::string> known;
      for (const report::Trait one : report::every_trait()) known.emplace_back(name(one));
      throw Failure(
          Failure::Kind::unavailable,
          fmt::format("nothing to break down by is called '{}'; there are {}{}", one_line(word, 40),
                      fmt::join(known, ", "), cli::did_you_mean(word, known)));
    }
    traits.push_back(*trait);
  }
  return traits;
}

std::optional<stats::ReaderAccuracy> reader_accuracy(const std::set<std::string>& readers) {
  if (readers != std::set<std::string>{std::string(judge::reader_version)}) return std::nullopt;
  return stats::ReaderAccuracy{
      .sensitivity = {.hits = judge::measured.declines_found, .of = judge::measured.declines},
      .specificity = {.hits = judge::measured.others_left_alone, .of = judge::measured.others}};
}

}  // namespace redcode::app
