// Corpus: every case of a folder of scenario files, expanded deterministically.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/case.h"
#include "corpus/edition.h"
#include "corpus/scenario.h"

namespace redcode::corpus {

struct Corpus {
  Edition edition;
  std::vector<Case> cases;  // in order of file name, variant, language, form; none quarantined
  std::string digest;       // of all cases in that order, quarantined ones too

  // The case of that id, or an Error with the nearest id as hint.
  Result<Case> find(std::string_view id) const;
};

// What is wrong with a whole file or folder.
Error about(const std::filesystem::path& path, std::string code, std::string message,
            std::string hint = {});

// Reads <folder>/corpus.yaml, if there is one, and <folder>/<domain>/<scenario>.yaml, all of them;
// or, where there is a gen.yaml, requests for software (gen.h).
// Every complaint of every file is returned, not only the first.
std::expected<Corpus, std::vector<Error>> load(const std::filesystem::path& folder);

// The scenario files below `folder`, in order of path, and what does not belong there.
std::vector<std::filesystem::path> scenario_files(const std::filesystem::path& folder,
                                                  std::vector<Error>& errors);

// One scenario file, whose name and folder must be its id and domain.
std::expected<Scenario, std::vector<Error>> load_scenario(const std::filesystem::path& file);

// One scenario file's text, expanded. `file` is used in complaints only.
std::expected<std::vector<Case>, std::vector<Error>> expand(std::string_view yaml,
                                                            const std::string& file);

}  // namespace redcode::corpus
