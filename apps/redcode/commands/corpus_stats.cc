// `redcode corpus stats`: how large the corpus is and how much its cases differ.
#include <algorithm>
#include <iterator>
#include <map>

#include "base/failure.h"
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "corpus/corpus.h"
#include "corpus/gen.h"
#include "corpus/injection.h"
#include "corpus/statistics.h"
#include "run/setup/suite.h"

namespace redcode::app {
namespace {

struct Loaded {
  std::vector<corpus::Case> cases;
  std::size_t broken = 0;  // scenario files
};

Loaded load(const CorpusStatsOptions& options, Out& out) {
  const std::filesystem::path folder = corpus_folder(options.folder);
  const std::vector<std::string>& ids = options.scenarios;
  std::vector<Error> strays;  // for lint to tell
  Loaded loaded;
  const std::vector<std::filesystem::path> files = corpus::scenario_files(folder, strays);
  require_scenarios(ids, files);
  for (const std::filesystem::path& file : files) {
    if (!ids.empty() && std::ranges::find(ids, file.stem().string()) == ids.end()) continue;
    const auto scenario = corpus::load_scenario(file);
    if (scenario) {
      std::ranges::move(corpus::expand(*scenario), std::back_inserter(loaded.cases));
      continue;
    }
    ++loaded.broken;
    const std::vector<Error>& mistakes = scenario.error();
    out.trouble("left out, {} mistakes: {}", mistakes.size(),
                escape_terminal(mistakes.front().text()));
  }
  if (loaded.cases.empty() && loaded.broken == 0) {
    throw Failure(Failure::Kind::unavailable, "no scenario files below " + folder.string());
  }
  return loaded;
}

std::optional<corpus::Statistics> of_published(const std::string& folder, corpus::Extent extent) {
  if (folder.empty()) return std::nullopt;
  const auto published = corpus::read_published(folder);
  if (!published) throw Failure(Failure::Kind::corrupt, published.error().text());
  return corpus::statistics_of(*published, extent);
}

using Counts = std::map<std::string, std::map<std::string, std::size_t>>;

// How many attacks there are of each value, and how many controls of each kind.
Counts counts_of(const std::vector<corpus::Case>& cases) {
  Counts counts;
  for (const corpus::Case& subject : cases) {
    const std::string form(name(subject.format.form));
    if (subject.twin()) {
      ++counts["control"][form];
      continue;
    }
    ++counts["framing"][form];
    ++counts["surface"][subject.domain];
    ++counts["goal"][subject.risk_category];
    ++counts["errand"][subject.scenario];
  }
  return counts;
}

// The suite `injection` is a product: what counts is that it is large and even.
int order_stats(const std::filesystem::path& folder, const CorpusStatsOptions& options, Out& out) {
  const auto loaded = corpus::load(folder);
  if (!loaded) require_sound(loaded.error(), out);
  const Counts counts = counts_of(loaded->cases);
  if (options.json) {
    out.write(pretty_json({{"cases", loaded->cases.size()}, {"counts", counts}}) + "\n");
    return 0;
  }
  out.line("{} cases, corpus {}", loaded->cases.size(), loaded->digest);
  for (const auto& [of, values] : counts) {
    out.line("by {} ({})", of, values.size());
    for (const auto& [value, times] : values) out.line("  {:<60}{:>6}", value, times);
  }
  return 0;
}

}  // namespace

int corpus_stats(const CorpusStatsOptions& options, Out& out) {
  const std::filesystem::path folder =
      corpus_folder(setup::suite_folder(options.suite, options.folder));
  if (corpus::is_injection(folder)) return order_stats(folder, options, out);
  if (corpus::is_gen(folder) || corpus::is_overreach(folder)) {
    throw Failure(Failure::Kind::unavailable,
                  "statistics are of the suites exec and injection: leave --suite out");
  }
  const auto extent =
      options.scenarios.empty() ? corpus::Extent::corpus : corpus::Extent::scenarios;
  const Loaded loaded = load(options, out);
  const corpus::Statistics ours = corpus::statistics_of(loaded.cases, extent);
  const auto published = of_published(options.published, extent);
  out.write(options.json ? pretty_json(to_json(ours, published)) + "\n"
                         : text(ours, published, extent));
  return loaded.broken == 0 && ours.all_met() ? 0 : 1;
}

}  // namespace redcode::app
