// Corpus: every case of a folder of scenario files, expanded deterministically.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/case.h"

namespace redcode::corpus {

struct Corpus {
  std::vector<Case> cases;  // in order of file name, variant, language, form
  std::string digest;       // of all cases in that order

  // The case of that id, or an Error with the nearest id as hint.
  Result<Case> find(std::string_view id) const;
};

// Reads <folder>/<domain>/<scenario>.yaml, all of them. Every complaint of every file is returned,
// not only the first.
std::expected<Corpus, std::vector<Error>> load(const std::filesystem::path& folder);

// One scenario file's text, expanded. `file` is used in complaints only.
std::expected<std::vector<Case>, std::vector<Error>> expand(std::string_view yaml,
                                                            const std::string& file);

}  // namespace redcode::corpus
