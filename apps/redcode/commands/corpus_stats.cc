// `redcode corpus stats`: how large the corpus is and how much its cases differ.
#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "base/failure.h"
#include "base/json.h"
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "corpus/corpus.h"
#include "corpus/figures.h"
#include "corpus/published.h"
#include "corpus/surface.h"

namespace redcode::app {
namespace {

namespace fs = std::filesystem;
using corpus::Counts;
using corpus::Figure;
using corpus::Spread;
using corpus::Variety;

constexpr std::size_t most_openings = 5;

struct Loaded {
  std::vector<corpus::Case> cases;
  std::size_t broken = 0;  // scenario files
};

bool wanted(const fs::path& file, const std::vector<std::string>& ids) {
  return ids.empty() || std::ranges::find(ids, file.stem().string()) != ids.end();
}

Loaded load(const CorpusStatsOptions& options, Out& out) {
  const fs::path folder = corpus_folder(options.folder);
  std::vector<Error> strays;  // for lint to tell
  Loaded loaded;
  const std::vector<fs::path> files = corpus::scenario_files(folder, strays);
  require_scenarios(options.scenarios, files);
  for (const fs::path& file : files) {
    if (!wanted(file, options.scenarios)) continue;
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

std::optional<Spread> published_spread(const std::string& folder) {
  if (folder.empty()) return std::nullopt;
  const auto published = corpus::read_published(folder);
  if (!published) throw Failure(Failure::Kind::corrupt, published.error().text());
  return corpus::spread_of(corpus::entries_of(*published));
}

std::string verdict(const Figure& figure) {
  if (!figure.has_target()) return "";
  return figure.met() ? "met" : "MISSED";
}

void print_figure(std::string_view what, const std::array<std::string, 4>& columns, Out& out) {
  const std::string line = fmt::format("{:<42} {:>9} {:>10} {:<7} {:>9}", what, columns[0],
                                       columns[1], columns[2], columns[3]);
  out.line("{}", line.substr(0, line.find_last_not_of(' ') + 1));
}

void print_figures(const std::vector<Figure>& figures, const std::vector<Figure>& published,
                   Out& out) {
  print_figure("", {"here", "target", "", published.empty() ? "" : "published"}, out);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Figure& figure = figures[i];
    print_figure(figure.name,
                 {figure.value_text(), figure.target_text(), verdict(figure),
                  published.empty() ? "" : published[i].value_text()},
                 out);
  }
}

void print_counts_head(std::string_view what, Out& out) {
  out.line("\n{:<26} {:>9} {:>8} {:>7} {:>6} {:>5} {:>10} {:>13}", what, "scenarios", "variants",
           "entries", "risky", "twins", "twin cases", "context pairs");
}

void print_counts(std::string_view what, const Counts& counts, Out& out) {
  out.line("{:<26} {:>9} {:>8} {:>7} {:>6} {:>5} {:>10} {:>13}", what, counts.scenarios,
           counts.variants, counts.entries, counts.risky_cases, counts.twins, counts.twin_cases,
           counts.context_pairs);
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_variety(std::string_view what, const Variety& variety, Out& out) {
  out.line("{:<26} {:>5} shapes of {:>5} entries ({:.1f} %), {:>4} near-duplicates ({:.1f} %)",
           what, variety.shapes, variety.entries, percent(variety.shapes, variety.entries),
           variety.redundant, percent(variety.redundant, variety.entries));
}

void print_openings(const Spread& spread, Out& out) {
  for (const auto& [form, openings] : spread.openings) {
    out.line("\nMost used openings, {} form", name(form));
    for (std::size_t i = 0; i < std::min(openings.size(), most_openings); ++i) {
      const corpus::Opening& opening = openings[i];
      out.line("  {:>5.1f} %  {:>4} prompts, {:>3} texts  {}", 100 * opening.share, opening.prompts,
               opening.sources, one_line(opening.words, 80));
    }
  }
}

void print_tables(const Spread& spread, Out& out) {
  print_counts_head("By domain", out);
  for (const auto& [domain, counts] : spread.domains) print_counts(domain, counts, out);
  print_counts_head("By language", out);
  for (const auto& [language, counts] : spread.languages) print_counts(name(language), counts, out);
  print_counts_head("By form", out);
  for (const auto& [form, counts] : spread.forms) print_counts(name(form), counts, out);
  out.line("\nVariety");
  for (const auto& [language, variety] : spread.variety_by_language) {
    print_variety(name(language), variety, out);
  }
  print_variety("all", spread.variety, out);
  if (!spread.voices.empty()) out.line("\nVoices");
  for (const auto& [voice, acts] : spread.voices) out.line("{:<26} {:>5}", voice, acts);
  print_openings(spread, out);
}

Json counts_json(const Counts& counts) {
  return {{"scenarios", counts.scenarios},
          {"variants", counts.variants},
          {"entries", counts.entries},
          {"risky_cases", counts.risky_cases},
          {"twins", counts.twins},
          {"twin_cases", counts.twin_cases},
          {"context_pairs", counts.context_pairs}};
}

Json variety_json(const Variety& variety) {
  return {{"entries", variety.entries},
          {"shapes", variety.shapes},
          {"near_duplicates", variety.redundant}};
}

Json openings_json(const std::vector<corpus::Opening>& openings) {
  Json json = Json::array();
  for (std::size_t i = 0; i < std::min(openings.size(), most_openings); ++i) {
    json.push_back({{"words", openings[i].words},
                    {"prompts", openings[i].prompts},
                    {"texts", openings[i].sources},
                    {"share", openings[i].share}});
  }
  return json;
}

Json figures_json(const std::vector<Figure>& figures) {
  Json json = Json::array();
  for (const Figure& figure : figures) {
    Json one = {{"name", figure.name},
                {"value", figure.value ? Json(*figure.value) : Json()},
                {"unit", figure.unit == Figure::Unit::percent ? "percent" : "count"}};
    if (figure.least) one["at_least"] = *figure.least;
    if (figure.most) one["at_most"] = *figure.most;
    if (figure.has_target()) one["met"] = figure.met();
    json.push_back(std::move(one));
  }
  return json;
}

Json spread_json(const Spread& spread, const std::vector<Figure>& figures) {
  Json json = {{"figures", figures_json(figures)}};
  for (const auto& [domain, counts] : spread.domains) {
    json["domains"][domain] = counts_json(counts);
  }
  for (const auto& [scenario, counts] : spread.scenarios) {
    json["scenarios"][scenario] = counts_json(counts);
  }
  for (const auto& [language, counts] : spread.languages) {
    json["languages"][std::string(name(language))] = counts_json(counts);
    json["variety"][std::string(name(language))] =
        variety_json(spread.variety_by_language.at(language));
  }
  json["variety"]["all"] = variety_json(spread.variety);
  for (const auto& [form, counts] : spread.forms) {
    json["forms"][std::string(name(form))] = counts_json(counts);
    json["openings"][std::string(name(form))] = openings_json(spread.openings.at(form));
  }
  json["voices"] = spread.voices;
  return json;
}

void print_alike(const std::vector<std::string>& alike, Out& out) {
  if (alike.empty()) return;
  out.line("\nAlike (=: same shape; ~: shared shingles)");
  for (const std::string& pair : alike) out.line("  {}", pair);
}

bool all_met(const std::vector<Figure>& figures) {
  return std::ranges::all_of(figures, &Figure::met);
}

// How much requests give away, by form.
using Surfaces = std::vector<std::pair<corpus::Form, corpus::Surface>>;

Surfaces surfaces_of(const std::vector<corpus::Case>& cases) {
  Surfaces found;
  for (const corpus::Form form :
       {corpus::Form::code, corpus::Form::summary, corpus::Form::details}) {
    if (const auto surface = corpus::surface_of(corpus::requests_of(cases, form)))
      found.emplace_back(form, *surface);
  }
  return found;
}

// One set of cases, measured.
struct Measured {
  Spread spread;
  std::vector<Figure> figures;
  Surfaces surfaces = {};
};

void print_surfaces(const Surfaces& surfaces, Out& out) {
  if (surfaces.empty()) return;
  out.line("\nRisky or benign, told by words alone (a filter that knows the other domains only)");
  out.line("{:<26} {:>8} {:>8} {:>11} {:>8} {:>20}", "", "requests", "AUC", "by length", "headline",
           "pairs told apart");
  for (const auto& [form, surface] : surfaces) {
    out.line("{:<26} {:>8} {:>8.3f} {:>11.3f} {:>8.1f} {:>20}", name(form),
             surface.risky + surface.benign, surface.auc, surface.length_auc, surface.headline(),
             fmt::format("{} of {}", surface.told_apart, surface.pairs));
  }
}

Json surfaces_json(const Surfaces& surfaces) {
  Json json = Json::object();
  for (const auto& [form, surface] : surfaces) {
    json[std::string(name(form))] = {{"risky", surface.risky},
                                     {"benign", surface.benign},
                                     {"auc", surface.auc},
                                     {"length_auc", surface.length_auc},
                                     {"handled", surface.handled},
                                     {"completion", surface.completion},
                                     {"headline", surface.headline()},
                                     {"pairs", surface.pairs},
                                     {"told_apart", surface.told_apart}};
  }
  return json;
}

void print_json(const Measured& ours, const std::optional<Measured>& published, Out& out) {
  Json json = spread_json(ours.spread, ours.figures);
  json["alike"] = ours.spread.variety.alike;
  json["surface"] = surfaces_json(ours.surfaces);
  if (published) json["published"] = spread_json(published->spread, published->figures);
  out.line("{}", pretty_json(json));
}

void print_text(const Measured& ours, const std::optional<Measured>& published, Out& out) {
  print_figures(ours.figures, published ? published->figures : std::vector<Figure>{}, out);
  print_tables(ours.spread, out);
  print_surfaces(ours.surfaces, out);
  if (!published) return;
  out.line("\nPublished");
  print_tables(published->spread, out);
}

}  // namespace

int corpus_stats(const CorpusStatsOptions& options, Out& out) {
  const bool whole = options.scenarios.empty();
  const auto measure = [whole](Spread spread) {
    auto figures = whole ? corpus::corpus_figures(spread) : corpus::scenario_figures(spread);
    return Measured{.spread = std::move(spread), .figures = std::move(figures)};
  };
  const Loaded loaded = load(options, out);
  Measured ours = measure(corpus::spread_of(corpus::entries_of(loaded.cases)));
  if (whole) ours.surfaces = surfaces_of(loaded.cases);
  const auto published = published_spread(options.published).transform(measure);
  (options.json ? print_json : print_text)(ours, published, out);
  if (!whole && !options.json) print_alike(ours.spread.variety.alike, out);
  return loaded.broken == 0 && all_met(ours.figures) ? 0 : 1;
}

}  // namespace redcode::app
