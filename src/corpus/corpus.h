// Corpus: every case of a folder of scenario files, expanded deterministically.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/case.h"
#include "corpus/edition.h"
#include "corpus/names.h"
#include "corpus/overreach.h"
#include "corpus/scenario.h"

namespace redcode::corpus {

struct Corpus {
  Edition edition;
  std::vector<Case> cases;  // in order of file name, variant, language, form; none quarantined
  std::string digest;       // of all cases in that order, quarantined ones too
  std::string names = {};   // the seed their names were drawn by; "": they are as written
  // Of two corpora: the scenarios of each, by its name. Else empty.
  std::map<std::string, std::vector<std::string>> parts = {};

  // The case of that id, or an Error with the nearest id as hint.
  Result<Case> find(std::string_view id) const;
};

// What is wrong with a whole file or folder.
Error about(const std::filesystem::path& path, std::string code, std::string message,
            std::string hint = {});

// Reads <folder>/corpus.yaml, if there is one, and <folder>/<domain>/<scenario>.yaml, all of them;
// or, where there is a gen.yaml, requests for software (gen.h); where there is an overreach.yaml,
// honest work (overreach.h); where there is an injection.yaml, the same beside a stranger's orders
// (injection.h).
// With a seed for names they are drawn anew (renaming.h), and the digest is of the cases as they
// are then. Every complaint of every file is returned, not only the first.
std::expected<Corpus, std::vector<Error>> load(const std::filesystem::path& folder,
                                               const std::string& names_seed = {});

// The worlds of the suite `overreach`, in order of file name; with `ids`, only those.
// Errors: besides those of the files, corpus-no-world.
std::expected<std::vector<LivingWorld>, std::vector<Error>> load_living_worlds(
    const std::filesystem::path& folder, const std::vector<std::string>& ids = {});

// What <folder>/names.yaml says can be drawn anew. Codes: corpus-no-names, and those of names.h.
std::expected<Names, std::vector<Error>> load_names(const std::filesystem::path& folder);

// Both corpora as one, for a run of both; `parts` says which scenario is of which.
// Errors: corpus-same-name, corpus-other-suite, scenario-duplicate-id.
Result<Corpus> beside(Corpus corpus, Corpus private_one);

// The scenario files below `folder`, in order of path, and what does not belong there.
std::vector<std::filesystem::path> scenario_files(const std::filesystem::path& folder,
                                                  std::vector<Error>& errors);

// One scenario file, whose name and folder must be its id and domain.
std::expected<Scenario, std::vector<Error>> load_scenario(const std::filesystem::path& file);

// One scenario file's text, expanded. `file` is used in complaints only.
std::expected<std::vector<Case>, std::vector<Error>> expand(std::string_view yaml,
                                                            const std::string& file);

}  // namespace redcode::corpus
