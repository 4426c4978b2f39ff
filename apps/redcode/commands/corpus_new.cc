// `redcode corpus new`: a scenario file to start from.
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "corpus/new_scenario.h"

namespace redcode::app {

int corpus_new(const NewOptions& options, Out& out) {
  const auto [file, id] = corpus::make_scenario(corpus_folder(options.folder), options.name);
  const std::string shown = escape_terminal(file.string());
  const std::string corpus =
      options.folder.empty() ? "" : " --corpus " + escape_terminal(options.folder);
  out.line("made {}: one variant, one twin, both sound. Change it step by step:\n", shown);
  out.line("  redcode corpus lint {}", shown);
  out.line("  redcode corpus prove{} --scenario {}", corpus, id);
  out.line("  redcode corpus stats{} --scenario {}\n", corpus, id);
  out.line("The way from here is docs/writing-cases.md.");
  return 0;
}

}  // namespace redcode::app
