// `redcode corpus lint`: everything that is wrong with scenario files, without running anything.
#include "base/failure.h"
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "corpus/corpus.h"
#include "corpus/injection.h"
#include "run/setup/suite.h"

namespace redcode::app {
namespace {

template <class Loaded>
std::size_t mistakes_of(const Loaded& loaded, Out& out) {
  for (const Error& error : loaded.error()) out.line("{}", escape_terminal(error.text()));
  return loaded.error().size();
}

std::size_t lint_world(const std::filesystem::path& path, Out& out) {
  const auto worlds = corpus::load_living_worlds(path.parent_path(), {path.stem().string()});
  if (!worlds) return mistakes_of(worlds, out);
  for (const corpus::LivingWorld& world : *worlds)
    out.line("{}: sound, {} cases", escape_terminal(path.string()), expand(world).size());
  return 0;
}

std::size_t lint_folder(const std::filesystem::path& folder, Out& out) {
  const auto loaded = corpus::load(folder);
  if (!loaded) return mistakes_of(loaded, out);
  out.line("sound: {} cases, corpus {}", loaded->cases.size(), loaded->digest);
  return 0;
}

std::size_t lint_file(const std::string& file, Out& out) {
  const std::filesystem::path path = std::filesystem::absolute(file).lexically_normal();
  if (corpus::is_overreach(path.parent_path())) return lint_world(path, out);
  // Its files mean something together only.
  if (corpus::is_injection(path.parent_path())) return lint_folder(path.parent_path(), out);
  const auto scenario = corpus::load_scenario(path);
  if (!scenario) return mistakes_of(scenario, out);
  out.line("{}: sound, {} cases", escape_terminal(file), expand(*scenario).size());
  return 0;
}

}  // namespace

int corpus_lint(const LintOptions& options, Out& out) {
  std::size_t mistakes = 0;
  for (const std::string& file : options.files) mistakes += lint_file(file, out);
  if (options.files.empty()) {
    mistakes = lint_folder(corpus_folder(setup::suite_folder(options.suite, options.folder)), out);
  }
  if (mistakes > 0) out.line("{} mistakes", mistakes);
  return mistakes > 0 ? 1 : 0;
}

}  // namespace redcode::app
