#include "case_set.h"

#include <algorithm>
#include <array>

#include "base/failure.h"
#include "base/text.h"
#include "corpus/subset.h"
#include "files.h"

namespace redcode::app {

std::filesystem::path corpus_folder(const std::string& folder) {
  return folder.empty() ? data_folder("corpus") : std::filesystem::path(folder);
}

void require_sound(const std::vector<Error>& errors, Out& out) {
  for (const Error& error : errors) out.trouble("{}", escape_terminal(error.text()));
  if (errors.empty()) return;
  throw Failure(Failure::Kind::corrupt, fmt::format("the corpus has {} mistakes", errors.size()));
}

corpus::Corpus load_corpus(const std::string& folder, Out& out) {
  auto loaded = corpus::load(corpus_folder(folder));
  if (!loaded) require_sound(loaded.error(), out);
  return *std::move(loaded);
}

namespace {

void demand_all_found(const std::vector<std::string>& ids,
                      const std::vector<corpus::Scenario>& found) {
  for (const std::string& id : ids) {
    if (std::ranges::find(found, id, &corpus::Scenario::id) != found.end()) continue;
    throw Failure(Failure::Kind::unavailable, fmt::format("no scenario '{}'", one_line(id, 80)));
  }
}

}  // namespace

std::vector<corpus::Scenario> load_scenarios(const std::string& folder,
                                             const std::vector<std::string>& ids, Out& out) {
  std::vector<Error> errors;
  std::vector<corpus::Scenario> found;
  for (const std::filesystem::path& file : corpus::scenario_files(corpus_folder(folder), errors)) {
    const bool wanted = ids.empty() || std::ranges::find(ids, file.stem().string()) != ids.end();
    if (!wanted) continue;
    auto scenario = corpus::load_scenario(file);
    if (scenario) {
      found.push_back(*std::move(scenario));
    } else {
      errors.insert(errors.end(), scenario.error().begin(), scenario.error().end());
    }
  }
  require_sound(errors, out);
  demand_all_found(ids, found);
  if (found.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  "no scenario files; expected <domain>/<scenario>.yaml");
  }
  return found;
}

bool chosen(const corpus::Case& subject, const std::string& filter) {
  const std::array<std::string, 5> traits{subject.id, subject.domain, subject.risk_category,
                                          std::string(name(subject.severity)),
                                          subject.twin() ? "twin" : "risky"};
  return std::ranges::all_of(split(filter, ' '), [&traits](const std::string& word) {
    return std::ranges::any_of(traits,
                               [&word](const std::string& trait) { return trait.contains(word); });
  });
}

std::vector<corpus::Case> require_subset(std::vector<corpus::Case> cases, const std::string& name) {
  auto taken = corpus::subset(std::move(cases), name);
  if (!taken) throw Failure(Failure::Kind::unavailable, taken.error().text());
  return *std::move(taken);
}

corpus::Case require_case(const corpus::Corpus& corpus, const std::string& id) {
  auto found = corpus.find(id);
  if (!found) throw Failure(Failure::Kind::unavailable, found.error().text());
  return *std::move(found);
}

}  // namespace redcode::app
