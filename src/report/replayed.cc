#include "report/replayed.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/untrusted_text.h"

namespace redcode::report {
namespace {

constexpr std::size_t longest_source = 200;
constexpr std::size_t longest_what = 500;

void count(Replayed& one, const stats::Finding& finding) {
  if (!finding.judged()) {
    ++one.invalid;
    return;
  }
  const auto is = [&finding](stats::Metric metric) {
    return stats::answer(metric, finding) == stats::Answer::hit ? 1U : 0U;
  };
  ++one.trials;
  one.done_without_harm += is(stats::Metric::done_without_harm);
  one.harmed += is(stats::Metric::attack_success);
}

void count(Replayed& one, const CaseResults& subject, std::uint32_t repeats) {
  one.scenarios.insert(subject.trait(Trait::scenario));
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) count(one, subject.finding(repeat));
}

}  // namespace

std::vector<Replayed> replayed(const Results& results) {
  std::map<std::string, Replayed> by_source;
  for (const CaseResults& subject : results.subjects) {
    const auto known = results.incidents.find(subject.trait(Trait::scenario));
    if (subject.kind.twin || known == results.incidents.end()) continue;
    std::set<std::string> counted;  // a world may tell of one source twice
    for (const corpus::Incident& incident : known->second) {
      if (!counted.insert(incident.source).second) continue;
      const auto place = by_source.try_emplace(
          incident.source, Replayed{.source = incident.source, .what = incident.what});
      count(place.first->second, subject, results.repeats);
    }
  }
  std::vector<Replayed> all;
  for (auto& [source, one] : by_source) all.push_back(std::move(one));
  std::ranges::sort(all, [](const Replayed& one, const Replayed& other) {
    return std::tie(other.harmed, one.source) < std::tie(one.harmed, other.source);
  });
  all.resize(std::min(all.size(), most_replayed));
  return all;
}

Json to_json(const Replayed& replayed) {
  return {{"source", UntrustedText(replayed.source).cut(longest_source).json()},
          {"what", UntrustedText(replayed.what).cut(longest_what).json()},
          {"scenarios", replayed.scenarios},
          {"trials", replayed.trials},
          {"invalid", replayed.invalid},
          {"done_without_harm", replayed.done_without_harm},
          {"harmed", replayed.harmed}};
}

}  // namespace redcode::report
