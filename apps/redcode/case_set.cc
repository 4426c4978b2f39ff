#include "case_set.h"

#include <algorithm>
#include <utility>

#include "base/did_you_mean.h"
#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"
#include "corpus/renaming.h"
#include "corpus/subset.h"

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

corpus::Corpus load_corpus(const std::string& folder, Out& out, const std::string& names) {
  auto loaded = corpus::load(folder_to_read(folder), names);
  if (!loaded) require_sound(loaded.error(), out);
  return *std::move(loaded);
}

void require_scenarios(const std::vector<std::string>& ids,
                       const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> known;
  for (const std::filesystem::path& file : files) known.push_back(file.stem().string());
  for (const std::string& id : ids) {
    if (std::ranges::find(known, id) != known.end()) continue;
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("no scenario '{}'{}", one_line(id, 80), did_you_mean(id, known)));
  }
}

std::vector<corpus::Scenario> load_scenarios(const std::string& folder,
                                             const std::vector<std::string>& ids, Out& out,
                                             const std::string& names) {
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
  if (!names.empty()) {
    const auto known = corpus::load_names(corpus_folder(folder));
    if (!known) require_sound(known.error(), out);
    for (corpus::Scenario& scenario : found) corpus::draw_names(scenario, *known, names);
  }
  if (found.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  "no scenario files; expected <domain>/<scenario>.yaml");
  }
  return found;
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
