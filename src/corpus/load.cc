#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "base/digest.h"
#include "base/text.h"
#include "base/yaml/yaml.h"
#include "corpus/corpus.h"
#include "corpus/gen.h"
#include "corpus/injection.h"
#include "corpus/overreach.h"
#include "corpus/read_file.h"
#include "corpus/renaming.h"
#include "corpus/scenario.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

namespace fs = std::filesystem;

constexpr const char* edition_file = "corpus.yaml";
constexpr const char* attacks_folder = "attacks";

void append(std::vector<Error>& all, std::vector<Error> more) {
  std::ranges::move(more, std::back_inserter(all));
}

bool ignored(const fs::path& path) {
  return path.filename().string().starts_with('.') || path.filename() == "README.md";
}

// The entries of one folder in order of name.
std::vector<fs::path> entries(const fs::path& folder, std::vector<Error>& errors) {
  std::vector<fs::path> found;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed); !failed && at != fs::directory_iterator();
       at.increment(failed)) {
    if (!ignored(at->path())) found.push_back(at->path());
  }
  if (failed) errors.push_back(about(folder, "corpus-unreadable", failed.message()));
  std::ranges::sort(found);
  return found;
}

bool is_scenario(const fs::path& file) {
  std::error_code failed;
  return file.extension() == ".yaml" && fs::is_regular_file(file, failed);
}

// What other hands have written against it, if anything.
std::vector<Error> take_attacks(const fs::path& scenario_file, Scenario& scenario) {
  const fs::path file =
      scenario_file.parent_path().parent_path() / attacks_folder / scenario_file.filename();
  std::error_code failed;
  if (!fs::exists(file, failed)) return {};
  Complaints complaints(one_line(file.string(), 4096), "attacks");
  const std::optional<std::string> yaml = read_bounded(file);
  if (!yaml) complaints.add({}, "corpus-unreadable", "cannot be read");
  if (yaml) read_attacks(*yaml, scenario, complaints);
  return std::move(complaints).take();
}

void demand_place(const Scenario& scenario, const fs::path& file, Complaints& complaints) {
  const std::string id = file.stem().string();
  const std::string domain = file.parent_path().filename().string();
  if (scenario.id != id) {
    complaints.add(scenario.id_mark, "scenario-id-not-file-name",
                   fmt::format("id {} in a file called {}", shown(scenario.id), shown(id)));
  }
  if (scenario.domain != domain) {
    complaints.add(
        scenario.domain_mark, "scenario-domain-not-folder",
        fmt::format("domain {} in a folder called {}", shown(scenario.domain), shown(domain)));
  }
}

std::string digest_of(const std::vector<Case>& cases) {
  std::string digests;
  CaseDigests each;
  for (const Case& subject : cases) digests += each.of(subject) + "\n";
  return sha256_hex(digests);
}

void hold_to_release(const Corpus& corpus, Complaints& complaints) {
  if (!corpus.names.empty()) return;  // the digest is of other cases than were released
  const std::string released = corpus.edition.released_digest();
  if (released.empty() || released == corpus.digest) return;
  complaints.add(corpus.edition.version_mark, "corpus-released-changed",
                 fmt::format("version {} was released with digest {}, this is {}",
                             shown(corpus.edition.version), shown(released), corpus.digest),
                 "a released version never changes: quarantine the case, or raise the version");
}

// Takes quarantined cases out. Requires: the digest is known.
void quarantine(Corpus& corpus, Complaints& complaints) {
  for (const Quarantined& one : corpus.edition.quarantine) {
    const auto gone =
        std::erase_if(corpus.cases, [&one](const Case& subject) { return one.covers(subject.id); });
    if (gone > 0) continue;
    complaints.add(one.mark, "corpus-unknown-case",
                   fmt::format("no case {} to quarantine", shown(one.case_id)));
  }
}

// A folder without the file, such as a private split, has no name and no releases.
std::vector<Error> take_edition(const fs::path& folder, Corpus& corpus) {
  const fs::path file = folder / edition_file;
  std::error_code failed;
  if (!fs::exists(file, failed)) return {};
  Complaints complaints(one_line(file.string(), 4096), "scenario");
  const std::optional<std::string> yaml = read_bounded(file);
  corpus.edition = read_edition(yaml.value_or(""), complaints);
  if (complaints.count() == 0) {
    hold_to_release(corpus, complaints);
    quarantine(corpus, complaints);
  }
  return std::move(complaints).take();
}

// What other hands have written against its oracles, if anything.
void take_work_attacks(const fs::path& world_file, LivingWorld& world, std::vector<Error>& errors) {
  const fs::path file = world_file.parent_path() / attacks_folder / world_file.filename();
  std::error_code failed;
  if (!fs::exists(file, failed)) return;
  read_file(file, "attacks", errors, [&world](const std::string& yaml, Complaints& complaints) {
    read_work_attacks(yaml, world, complaints);
  });
}

// The files of a suite that has them all in one folder, but for what describes the suite.
std::vector<fs::path> flat_files(const fs::path& folder, std::string_view suite_file,
                                 std::vector<Error>& errors) {
  std::vector<fs::path> files;
  for (const fs::path& file : entries(folder, errors)) {
    if (file.filename() == suite_file || file.filename() == edition_file) continue;
    if (suite_file == overreach_file && file.filename() == attacks_folder) continue;
    if (is_scenario(file)) {
      files.push_back(file);
    } else {
      errors.push_back(about(file, "corpus-stray-file", "not a file of this suite",
                             "name it <id>.yaml or move it away"));
    }
  }
  return files;
}

Corpus load_gen(const fs::path& folder, std::vector<Error>& errors) {
  Corpus corpus;
  record::World world;
  read_file(folder / gen_file, "gen", errors,
            [&world](const std::string& yaml, Complaints& complaints) {
              world = read_gen_world(yaml, complaints);
            });
  for (const fs::path& file : flat_files(folder, gen_file, errors)) {
    read_file(file, "gen", errors, [&](const std::string& yaml, Complaints& complaints) {
      std::ranges::move(read_family(yaml, file.stem().string(), world, complaints),
                        std::back_inserter(corpus.cases));
    });
  }
  return corpus;
}

Corpus load_overreach(const fs::path& folder, std::vector<Error>& errors) {
  Corpus corpus;
  auto worlds = load_living_worlds(folder);
  if (!worlds) {
    append(errors, std::move(worlds.error()));
    return corpus;
  }
  for (const LivingWorld& world : *worlds)
    std::ranges::move(expand(world), std::back_inserter(corpus.cases));
  return corpus;
}

Corpus load_orders(const fs::path& folder, std::vector<Error>& errors) {
  auto suite = load_injection(folder);
  if (suite) return {.cases = expand(*suite)};
  append(errors, std::move(suite.error()));
  return {};
}

Corpus load_exec(const fs::path& folder, const std::string& names_seed,
                 std::vector<Error>& errors) {
  Corpus corpus{.names = names_seed};
  std::error_code failed;
  Names names;
  if (!names_seed.empty() || fs::exists(folder / names_file, failed)) {
    auto read = load_names(folder);
    if (!read) append(errors, std::move(read.error()));
    if (read) names = *std::move(read);
  }
  std::map<std::string, fs::path> homes;
  for (const fs::path& file : scenario_files(folder, errors)) {
    auto scenario = load_scenario(file);
    if (!scenario) {
      append(errors, scenario.error());
      continue;
    }
    if (!names_seed.empty()) draw_names(*scenario, names, names_seed);
    const auto [home, fresh] = homes.emplace(scenario->id, file);
    if (!fresh) {
      errors.push_back(about(file, "scenario-duplicate-id",
                             fmt::format("id {} is also used by {}", shown(scenario->id),
                                         shown(home->second.string()))));
    }
    std::ranges::move(expand(*scenario), std::back_inserter(corpus.cases));
  }
  return corpus;
}

}  // namespace

Error about(const fs::path& path, std::string code, std::string message, std::string hint) {
  return {.code = std::move(code),
          .message = std::move(message),
          .hint = std::move(hint),
          .where = {.file = one_line(path.string(), 4096)}};
}

std::vector<fs::path> scenario_files(const fs::path& folder, std::vector<Error>& errors) {
  std::vector<fs::path> files;
  for (const fs::path& domain : entries(folder, errors)) {
    const fs::path name = domain.filename();
    if (name == edition_file || name == names_file || name == attacks_folder) continue;
    std::error_code failed;
    if (!fs::is_directory(domain, failed)) {
      errors.push_back(about(domain, "corpus-stray-file", "a file outside a domain's folder"));
      continue;
    }
    std::ranges::copy(entries(domain, errors), std::back_inserter(files));
  }
  for (const fs::path& file : files) {
    if (is_scenario(file)) continue;
    errors.push_back(about(file, "corpus-stray-file", "not a scenario file",
                           "name it <scenario>.yaml or move it away"));
  }
  std::erase_if(files, [](const fs::path& file) { return !is_scenario(file); });
  return files;
}

std::expected<Scenario, std::vector<Error>> load_scenario(const fs::path& file) {
  Complaints complaints(one_line(file.string(), 4096), "scenario");
  const std::optional<std::string> yaml = read_bounded(file);
  if (!yaml) {
    complaints.add({}, "corpus-unreadable", "cannot be read");
    return std::unexpected(std::move(complaints).take());
  }
  Scenario scenario = read_scenario(*yaml, complaints);
  if (!scenario.id.empty() && !scenario.domain.empty()) demand_place(scenario, file, complaints);
  if (complaints.count() > 0) return std::unexpected(std::move(complaints).take());
  if (auto errors = take_attacks(file, scenario); !errors.empty())
    return std::unexpected(std::move(errors));
  return scenario;
}

std::expected<Names, std::vector<Error>> load_names(const fs::path& folder) {
  const fs::path file = folder / names_file;
  std::error_code failed;
  if (!fs::exists(file, failed)) {
    return std::unexpected(std::vector{
        about(file, "corpus-no-names", "this corpus does not say which names can be drawn anew",
              "write that file (docs/formats/names.md), or leave --names out")});
  }
  Complaints complaints(one_line(file.string(), 4096), "names");
  const std::optional<std::string> yaml = read_bounded(file);
  if (!yaml) complaints.add({}, "corpus-unreadable", "cannot be read");
  Names names = read_names(yaml.value_or(""), complaints);
  if (complaints.count() > 0) return std::unexpected(std::move(complaints).take());
  return names;
}

std::expected<std::vector<LivingWorld>, std::vector<Error>> load_living_worlds(
    const fs::path& folder, const std::vector<std::string>& ids) {
  std::vector<Error> errors;
  record::Policy policy;
  read_file(folder / overreach_file, "overreach", errors,
            [&policy](const std::string& yaml, Complaints& complaints) {
              policy = read_overreach(yaml, complaints);
            });
  std::vector<LivingWorld> worlds;
  std::vector<std::string> known;
  for (const fs::path& file : flat_files(folder, overreach_file, errors)) {
    const std::string& id = known.emplace_back(file.stem().string());
    if (!ids.empty() && std::ranges::find(ids, id) == ids.end()) continue;
    read_file(file, "overreach", errors, [&](const std::string& yaml, Complaints& complaints) {
      worlds.push_back(read_living_world(yaml, id, policy, complaints));
    });
    if (errors.empty()) take_work_attacks(file, worlds.back(), errors);
  }
  for (const std::string& id : ids) {
    if (std::ranges::find(known, id) != known.end()) continue;
    errors.push_back(about(folder, "corpus-no-world", fmt::format("no world {}", shown(id)),
                           fmt::format("did you mean '{}'?", nearest(id, known))));
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return worlds;
}

std::expected<Corpus, std::vector<Error>> load(const fs::path& folder,
                                               const std::string& names_seed) {
  std::vector<Error> errors;
  const bool orders = is_injection(folder);
  const bool of_scenarios = !is_gen(folder) && !is_overreach(folder) && !orders;
  if (!of_scenarios && !names_seed.empty()) {
    errors.push_back(
        about(folder, "corpus-no-names", "this suite has no such names", "leave --names out"));
  }
  Corpus corpus = of_scenarios     ? load_exec(folder, names_seed, errors)
                  : is_gen(folder) ? load_gen(folder, errors)
                  : orders         ? load_orders(folder, errors)
                                   : load_overreach(folder, errors);
  if (errors.empty() && corpus.cases.empty()) {
    errors.push_back(about(folder, "corpus-empty", "no scenario files",
                           "expected <domain>/<scenario>.yaml below it"));
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  corpus.digest = digest_of(corpus.cases);
  errors = take_edition(folder, corpus);
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return corpus;
}

Result<Case> Corpus::find(std::string_view id) const {
  const auto found = std::ranges::find(cases, id, &Case::id);
  if (found != cases.end()) return *found;
  std::vector<std::string> ids;
  ids.reserve(cases.size());
  for (const Case& subject : cases) ids.push_back(subject.id);
  const std::string near = nearest(id, ids);
  for (const Quarantined& one : edition.quarantine) {
    if (!one.covers(id)) continue;
    return std::unexpected(Error{.code = "case-quarantined",
                                 .message = fmt::format("{} is quarantined", shown(id)),
                                 .hint = escape_terminal(one.erratum)});
  }
  return std::unexpected(Error{.code = "case-unknown",
                               .message = fmt::format("no case {}", shown(id)),
                               .hint = near.empty() ? "list them with `redcode corpus list`"
                                                    : fmt::format("did you mean '{}'?", near)});
}

}  // namespace redcode::corpus
