#include "corpus/subset.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"

namespace redcode::corpus {
namespace {

using Variants = std::vector<std::string>;  // in order, each once
struct Offer {
  std::string domain;
  std::map<Language, Variants> variants;

  bool has(Language language) const {
    const auto found = variants.find(language);
    return found != variants.end() && found->second.size() >= paper_variants;
  }
};
using Offers = std::map<std::string, Offer>;  // by scenario

Offers offers_in(const std::vector<Case>& cases) {
  Offers offers;
  for (const Case& subject : cases) {
    if (subject.twin()) continue;
    Offer& offer = offers[subject.scenario];
    offer.domain = subject.domain;
    Variants& known = offer.variants[subject.format.language];
    if (known.empty() || known.back() != subject.variant) known.push_back(subject.variant);
  }
  return offers;
}

// Up to `count` of the scenarios `fit` takes, one of each domain in turn.
template <class Fit>
std::vector<std::string> in_turn(const Offers& offers, std::size_t count, Fit fit) {
  std::map<std::string, std::deque<std::string>> by_domain;
  for (const auto& [scenario, offer] : offers) {
    if (fit(scenario, offer)) by_domain[offer.domain].push_back(scenario);
  }
  std::vector<std::string> taken;
  while (!by_domain.empty() && taken.size() < count) {
    for (auto& [domain, waiting] : by_domain) {
      if (taken.size() == count) break;
      taken.push_back(waiting.front());
      waiting.pop_front();
    }
    std::erase_if(by_domain, [](const auto& one) { return one.second.empty(); });
  }
  return taken;
}

using Chosen = std::set<std::pair<std::string, Language>>;

Chosen paper_choice(const Offers& offers) {
  Chosen chosen;
  const std::vector<std::string> both =
      in_turn(offers, paper_bash, [](const std::string&, const Offer& offer) {
        return offer.has(Language::python) && offer.has(Language::bash);
      });
  for (const std::string& scenario : both) {
    chosen.emplace(scenario, Language::python);
    chosen.emplace(scenario, Language::bash);
  }
  const std::size_t more = paper_python - std::min(both.size(), paper_python);
  const auto rest =
      in_turn(offers, more, [&chosen](const std::string& scenario, const Offer& offer) {
        return offer.has(Language::python) && !chosen.contains({scenario, Language::python});
      });
  for (const std::string& scenario : rest) chosen.emplace(scenario, Language::python);
  return chosen;
}

bool is_taken(const Case& subject, const Offers& offers, const Chosen& chosen) {
  if (subject.twin() || !chosen.contains({subject.scenario, subject.format.language})) return false;
  const Variants& variants = offers.at(subject.scenario).variants.at(subject.format.language);
  const auto at = std::ranges::find(variants, subject.variant);
  return std::cmp_less(at - variants.begin(), paper_variants);
}

}  // namespace

Result<std::vector<Case>> subset(std::vector<Case> cases, const std::string& name) {
  if (name.empty()) return cases;
  if (name != "paper") {
    return std::unexpected(Error{
        .code = "subset-unknown",
        .message = "no subset of that name",
        .hint = nearest(name, {"paper"}).empty() ? "the subsets: paper" : "did you mean paper?"});
  }
  const Offers offers = offers_in(cases);
  const Chosen chosen = paper_choice(offers);
  if (chosen.size() < paper_python + paper_bash) {
    return std::unexpected(
        Error{.code = "subset-too-small",
              .message = "this corpus has too few scenarios with 30 variants in python and bash"});
  }
  std::erase_if(cases, [&](const Case& subject) { return !is_taken(subject, offers, chosen); });
  return cases;
}

}  // namespace redcode::corpus
