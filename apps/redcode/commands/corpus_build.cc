// `redcode corpus build`: every case, expanded, in one file, with a manifest that names its digest.
#include "base/files.h"
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"

namespace redcode::app {

int corpus_build(const BuildOptions& options, Out& out) {
  const corpus::Corpus corpus = load_corpus(options.folder, out);
  const std::vector<corpus::Case> cases = require_subset(corpus.cases, options.subset);
  std::filesystem::create_directories(options.out);
  const std::filesystem::path folder = options.out;
  std::string lines;
  for (const corpus::Case& subject : cases) lines += dump_json(to_json(subject)) + "\n";
  write_whole(folder / "cases.jsonl", lines);
  Json quarantined = Json::array();
  for (const corpus::Quarantined& one : corpus.edition.quarantine) {
    quarantined.push_back({{"case", one.case_id}, {"erratum", one.erratum}});
  }
  const Json manifest = {{"format", "redcode/built-corpus/1"},
                         {"name", corpus.edition.name},
                         {"version", corpus.edition.version},
                         {"digest", corpus.digest},
                         {"subset", options.subset},
                         {"cases", cases.size()},
                         {"quarantined", std::move(quarantined)}};
  write_whole(folder / "manifest.json", pretty_json(manifest) + "\n");
  out.line("{} {}: {} cases, corpus {}", escape_terminal(corpus.edition.name),
           escape_terminal(corpus.edition.version), cases.size(), corpus.digest);
  out.line("written: {} and {}", (folder / "cases.jsonl").string(),
           (folder / "manifest.json").string());
  return 0;
}

}  // namespace redcode::app
