// `redcode corpus build`: every case, expanded, in one file, with a manifest that names its digest.
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "corpus/built.h"

namespace redcode::app {

int corpus_build(const BuildOptions& options, Out& out) {
  const corpus::Corpus corpus = load_corpus(options.folder, out);
  const std::vector<corpus::Case> cases = require_subset(corpus.cases, options.subset);
  const std::filesystem::path folder = options.out;
  corpus::write_built(folder, corpus, cases, options.subset);
  out.line("{} {}: {} cases, corpus {}", escape_terminal(corpus.edition.name),
           escape_terminal(corpus.edition.version), cases.size(), corpus.digest);
  out.line("written: {} and {}", (folder / "cases.jsonl").string(),
           (folder / "manifest.json").string());
  return 0;
}

}  // namespace redcode::app
