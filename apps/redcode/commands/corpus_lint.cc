// `redcode corpus lint`: everything that is wrong with scenario files, without running anything.
#include "base/failure.h"
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "corpus/corpus.h"

namespace redcode::app {
namespace {

std::size_t lint_file(const std::string& file, Out& out) {
  const auto scenario = corpus::load_scenario(std::filesystem::absolute(file).lexically_normal());
  if (!scenario) {
    for (const Error& error : scenario.error()) out.line("{}", escape_terminal(error.text()));
    return scenario.error().size();
  }
  out.line("{}: sound, {} cases", escape_terminal(file), expand(*scenario).size());
  return 0;
}

}  // namespace

int corpus_lint(const LintOptions& options, Out& out) {
  std::size_t mistakes = 0;
  for (const std::string& file : options.files) mistakes += lint_file(file, out);
  if (options.files.empty()) {
    const auto loaded = corpus::load(corpus_folder(options.folder));
    if (loaded) {
      out.line("sound: {} cases, corpus {}", loaded->cases.size(), loaded->digest);
    } else {
      for (const Error& error : loaded.error()) out.line("{}", escape_terminal(error.text()));
      mistakes = loaded.error().size();
    }
  }
  if (mistakes > 0) out.line("{} mistakes", mistakes);
  return mistakes > 0 ? 1 : 0;
}

}  // namespace redcode::app
