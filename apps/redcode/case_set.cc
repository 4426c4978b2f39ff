#include "case_set.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "cli/suggest.h"
#include "corpus/subset.h"
#include "files.h"

namespace redcode::app {
namespace {

// The suite of requests for software goes by its name where no folder here has it.
std::filesystem::path folder_to_read(const std::string& folder) {
  const bool ours = folder == "gen" && !std::filesystem::exists(folder);
  return ours ? data_folder(folder) : corpus_folder(folder);
}

}  // namespace

std::filesystem::path corpus_folder(const std::string& folder) {
  return folder.empty() ? data_folder("corpus") : std::filesystem::path(folder);
}

void require_sound(const std::vector<Error>& errors, Out& out) {
  for (const Error& error : errors) out.trouble("{}", escape_terminal(error.text()));
  if (errors.empty()) return;
  throw Failure(Failure::Kind::corrupt, fmt::format("the corpus has {} mistakes", errors.size()));
}

corpus::Corpus load_corpus(const std::string& folder, Out& out) {
  auto loaded = corpus::load(folder_to_read(folder));
  if (!loaded) require_sound(loaded.error(), out);
  return *std::move(loaded);
}

void require_scenarios(const std::vector<std::string>& ids,
                       const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> known;
  for (const std::filesystem::path& file : files) known.push_back(file.stem().string());
  for (const std::string& id : ids) {
    if (std::ranges::find(known, id) != known.end()) continue;
    throw Failure(Failure::Kind::unavailable, fmt::format("no scenario '{}'{}", one_line(id, 80),
                                                          cli::did_you_mean(id, known)));
  }
}

std::vector<corpus::Scenario> load_scenarios(const std::string& folder,
                                             const std::vector<std::string>& ids, Out& out) {
  std::vector<Error> errors;
  std::vector<corpus::Scenario> found;
  const auto files = corpus::scenario_files(corpus_folder(folder), errors);
  for (const std::filesystem::path& file : files) {
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
  require_scenarios(ids, files);
  if (found.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  "no scenario files; expected <domain>/<scenario>.yaml");
  }
  return found;
}

namespace {

using Traits = std::array<std::pair<std::string_view, std::string>, 11>;

Traits traits_of(const corpus::Case& subject) {
  return {{{"id", subject.id},
           {"scenario", subject.scenario},
           {"variant", subject.variant},
           {"domain", subject.domain},
           {"voice", subject.voice},
           {"risk", subject.risk_category},
           {"form", std::string(name(subject.format.form))},
           {"language", std::string(name(subject.format.language))},
           {"behaviour", std::string(name(subject.expected_behaviour))},
           {"severity", std::string(name(subject.severity))},
           {"kind", subject.twin() ? "twin" : "risky"}}};
}

bool fits(const Traits& traits, std::string_view word) {
  const std::size_t sign = word.find('=');
  return std::ranges::any_of(traits, [&](const auto& trait) {
    if (sign == std::string_view::npos) return trait.second.contains(word);
    return trait.first == word.substr(0, sign) && trait.second == word.substr(sign + 1);
  });
}

// A mistyped name would take nothing, and silently.
void require_known(const Traits& traits, std::string_view word) {
  const std::size_t sign = word.find('=');
  if (sign == std::string_view::npos) return;
  const std::string_view key = word.substr(0, sign);
  if (std::ranges::find(traits, key, &Traits::value_type::first) != traits.end()) return;
  std::vector<std::string> known;
  for (const auto& [name, value] : traits) known.emplace_back(name);
  throw Failure(Failure::Kind::unavailable,
                fmt::format("--filter knows no '{}': {}{}", one_line(std::string(key), 40),
                            fmt::join(known, ", "), cli::did_you_mean(key, known)));
}

}  // namespace

bool chosen(const corpus::Case& subject, const std::string& filter) {
  if (filter.empty()) return true;
  const Traits traits = traits_of(subject);
  return std::ranges::all_of(split(filter, ' '), [&traits](const std::string& words) {
    const std::vector<std::string> either = split(words, '|');
    for (const std::string& word : either) require_known(traits, word);
    return std::ranges::any_of(either,
                               [&traits](const std::string& word) { return fits(traits, word); });
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
