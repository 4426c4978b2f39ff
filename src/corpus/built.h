// A built corpus: every case, expanded, in one file, with a manifest that names its digest.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "corpus/corpus.h"

namespace redcode::corpus {

// Writes cases.jsonl and manifest.json into `folder`, making it. `cases` are those of the subset
// ("": all). Throws Failure when it cannot.
void write_built(const std::filesystem::path& folder, const Corpus& corpus,
                 const std::vector<Case>& cases, const std::string& subset);

}  // namespace redcode::corpus
