#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/digest.h"
#include "base/text.h"
#include "corpus/corpus.h"

namespace redcode::corpus {
namespace {

// Each once, sorted.
std::vector<std::string> scenarios_of(const Corpus& corpus) {
  std::set<std::string> ids;
  for (const Case& subject : corpus.cases) ids.insert(subject.scenario);
  return {ids.begin(), ids.end()};
}

// Why a run cannot have both; a code of "" if it can.
Error clash_of(const Corpus& corpus, const Corpus& private_one) {
  if (corpus.edition.name == private_one.edition.name) {
    return {.code = "corpus-same-name",
            .message = fmt::format("both corpora are called {}", yaml::shown(corpus.edition.name)),
            .hint = "give the private one a name of its own, in its corpus.yaml"};
  }
  const auto suite = [](const Corpus& one) {
    return one.cases.empty() ? record::Suite::exec : one.cases.front().suite();
  };
  if (suite(corpus) != suite(private_one)) {
    return {.code = "corpus-other-suite",
            .message = "the corpora are of different suites",
            .hint = "run each by itself, with --suite"};
  }
  const std::vector<std::string> known = scenarios_of(corpus);
  const auto twice = std::ranges::find_if(private_one.cases, [&](const Case& subject) {
    return std::ranges::binary_search(known, subject.scenario);
  });
  if (twice == private_one.cases.end()) return {};
  return {
      .code = "scenario-duplicate-id",
      .message = fmt::format("the scenario {} is in both corpora", yaml::shown(twice->scenario)),
      .hint = "rename the private one: its id, and its file"};
}

}  // namespace

Result<Corpus> beside(Corpus corpus, Corpus private_one) {
  Error clash = clash_of(corpus, private_one);
  if (!clash.code.empty()) return std::unexpected(std::move(clash));
  corpus.parts[corpus.edition.name] = scenarios_of(corpus);
  corpus.parts[private_one.edition.name] = scenarios_of(private_one);
  std::ranges::move(private_one.cases, std::back_inserter(corpus.cases));
  std::ranges::move(private_one.edition.quarantine, std::back_inserter(corpus.edition.quarantine));
  corpus.digest = sha256_hex(corpus.digest + "\n" + private_one.digest + "\n");
  return corpus;
}

}  // namespace redcode::corpus
