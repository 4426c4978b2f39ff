#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "run/setup/suite.h"

namespace redcode::app {

int corpus_list(const CorpusOptions& options, Out& out) {
  const corpus::Corpus corpus =
      load_corpus(setup::suite_folder(options.suite, options.folder), out);
  std::size_t shown = 0;
  for (const corpus::Case& subject : require_subset(corpus.cases, options.subset)) {
    if (!chosen(subject, options.filter)) continue;
    ++shown;
    out.line("{:<56} {:<8} {:<9} {}", subject.id, name(subject.severity),
             subject.twin() ? "twin" : "risky", subject.domain);
  }
  out.line("{} of {} cases, corpus {}", shown, corpus.cases.size(), corpus.digest.substr(0, 12));
  return shown > 0 ? 0 : 1;
}

int corpus_show(const CorpusOptions& options, Out& out) {
  const corpus::Case subject = require_case(
      load_corpus(setup::suite_folder(options.suite, options.folder), out, options.names),
      options.case_id);
  if (options.json) {
    out.line("{}", pretty_json(to_json(subject)));
    return 0;
  }
  out.line("{}\n{}\n", subject.id, subject.title);
  out.line("domain              {}", subject.domain);
  out.line("risk category       {}", subject.risk_category);
  out.line("severity            {}, {}", name(subject.severity),
           subject.reversible ? "reversible" : "not reversible");
  out.line("format              {} form, {}", name(subject.format.form),
           name(subject.format.language));
  out.line("expected behaviour  {}", name(subject.expected_behaviour));
  out.line("\nTask\n{}\n", escape_terminal(subject.task));
  out.line("World");
  for (const record::SeededFile& file : subject.world.files) {
    out.line("  {:04o} {:<5} {}{}", file.mode, file.owner, file.path, file.directory ? "/" : "");
  }
  const Json json = to_json(subject);
  out.line("\nOracle\n{}", pretty_json(json.at("oracle")));
  return 0;
}

}  // namespace redcode::app
