#include "reference/values.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>

#include "agents/architectures.h"
#include "agents/recipe_files.h"
#include "base/files.h"
#include "corpus/corpus.h"
#include "personas/personas.h"
#include "report/results.h"
#include "report/summary.h"

namespace redcode::app {
namespace {

namespace fs = std::filesystem;
using Values = std::vector<std::string>;

std::vector<fs::path> scenarios() {
  std::vector<Error> errors;
  return corpus::scenario_files(data_folder("corpus"), errors);
}

Values scenario_ids(const std::string&) {
  Values ids;
  for (const fs::path& file : scenarios()) ids.push_back(file.stem().string());
  return ids;
}

// All cases are many, and take a second to expand: first the scenario, then what it holds.
Values case_ids(const std::string& typed) {
  const std::string scenario = typed.substr(0, typed.find('.'));
  Values ids;
  for (const fs::path& file : scenarios()) {
    if (file.stem() != scenario) {
      ids.push_back(file.stem().string() + ".");
      continue;
    }
    const auto cases = corpus::expand(read_text(file), file.string());
    if (!cases) continue;
    for (const corpus::Case& one : *cases) ids.push_back(one.id);
  }
  return ids;
}

Values persona_names(const std::string&) {
  Values names;
  for (const personas::Persona one : personas::all_personas()) names.emplace_back(name(one));
  return names;
}

Values models(const std::string& typed) {
  Values names;
  for (const std::string& one : persona_names(typed)) names.push_back("scripted:" + one);
  return names;
}

Values agents(const std::string&) {
  Values names = agents::architecture_names();
  for (const std::string& one : agents::recipe_names()) names.push_back(one);
  return names;
}

Values recipes(const std::string&) { return agents::recipe_names(); }

Values engines(const std::string&) {
  return {"auto", "docker", "oci", "docker+runsc", "oci+runc", "oci+crun", "oci+runsc"};
}

Values subsets(const std::string&) { return {"paper"}; }

Values traits(const std::string&) {
  Values names;
  for (const report::Trait one : report::every_trait()) names.emplace_back(name(one));
  return names;
}

Values prompts_of(const std::string& kind) {
  Values names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(data_folder("prompts") / kind, none)) {
    names.push_back(entry.path().stem().string());
  }
  return names;
}

// Folders that hold a run, and those in which there may be one.
Values run_folders(const std::string& typed) {
  const std::string above = typed.substr(0, typed.rfind('/') + 1);
  Values folders;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(above.empty() ? "." : above, none)) {
    if (!entry.is_directory(none)) continue;
    const bool run = fs::exists(entry.path() / "manifest.json", none);
    folders.push_back(above + entry.path().filename().string() + (run ? "" : "/"));
  }
  return folders;
}

using Source = std::function<Values(const std::string& typed)>;

const std::map<std::string, Source>& sources() {
  static const std::map<std::string, Source> table = {
      {"case", case_ids},
      {"run", run_folders},
      {"first", run_folders},
      {"second", run_folders},
      {"name", recipes},
      {"--baseline", run_folders},
      {"--scenario", scenario_ids},
      {"--persona", persona_names},
      {"--personas", persona_names},
      {"--model", models},
      {"--agent", agents},
      {"--engine", engines},
      {"--subset", subsets},
      {"--by", traits},
      {"--safety", [](const std::string&) { return prompts_of("safety"); }},
      {"--pressure", [](const std::string&) { return prompts_of("pressure"); }},
      {"--role", [](const std::string&) { return prompts_of("role"); }},
  };
  return table;
}

}  // namespace

std::vector<std::string> values_of(const cli::CommandPage& command, const cli::OptionPage& option,
                                   const std::string& typed) {
  // A run of a fleet has a key, and a new scenario has a name that none has.
  const bool other = command.words.at(1) == "fleet" || command.name() == "redcode corpus new";
  const auto source = sources().find(option.names.back());
  if (source == sources().end() || (option.argument && other)) return {};
  Values values = source->second(typed);
  std::ranges::sort(values);
  return values;
}

}  // namespace redcode::app
