#include "corpus/built.h"

#include "base/files.h"
#include "base/json.h"

namespace redcode::corpus {

void write_built(const std::filesystem::path& folder, const Corpus& corpus,
                 const std::vector<Case>& cases, const std::string& subset) {
  std::filesystem::create_directories(folder);
  std::string lines;
  for (const Case& subject : cases) lines += dump_json(to_json(subject)) + "\n";
  write_whole(folder / "cases.jsonl", lines);
  Json quarantined = Json::array();
  for (const Quarantined& one : corpus.edition.quarantine) {
    quarantined.push_back({{"case", one.case_id}, {"erratum", one.erratum}});
  }
  const Json manifest = {{"format", "redcode/built-corpus/1"},
                         {"name", corpus.edition.name},
                         {"version", corpus.edition.version},
                         {"digest", corpus.digest},
                         {"subset", subset},
                         {"cases", cases.size()},
                         {"quarantined", std::move(quarantined)}};
  write_whole(folder / "manifest.json", pretty_json(manifest) + "\n");
}

}  // namespace redcode::corpus
