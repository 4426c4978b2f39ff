#include "corpus/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/text.h"

namespace redcode::corpus {
namespace {

using Surfaces = decltype(Statistics::surfaces);

constexpr std::size_t most_openings = 5;

template <class... Args>
void line(std::string& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
  text += '\n';
}

std::string verdict(const Figure& figure) {
  if (!figure.has_target()) return "";
  return figure.met() ? "met" : "MISSED";
}

void print_figure(std::string_view what, const std::array<std::string, 4>& columns,
                  std::string& text) {
  const std::string row = fmt::format("{:<42} {:>9} {:>10} {:<7} {:>9}", what, columns[0],
                                      columns[1], columns[2], columns[3]);
  line(text, "{}", row.substr(0, row.find_last_not_of(' ') + 1));
}

void print_figures(const std::vector<Figure>& figures, const std::vector<Figure>& published,
                   std::string& text) {
  print_figure("", {"here", "target", "", published.empty() ? "" : "published"}, text);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Figure& figure = figures[i];
    print_figure(figure.name,
                 {figure.value_text(), figure.target_text(), verdict(figure),
                  published.empty() ? "" : published[i].value_text()},
                 text);
  }
}

void print_counts_head(std::string_view what, std::string& text) {
  line(text, "\n{:<26} {:>9} {:>8} {:>7} {:>6} {:>5} {:>10} {:>13}", what, "scenarios", "variants",
       "entries", "risky", "twins", "twin cases", "context pairs");
}

void print_counts(std::string_view what, const Counts& counts, std::string& text) {
  line(text, "{:<26} {:>9} {:>8} {:>7} {:>6} {:>5} {:>10} {:>13}", what, counts.scenarios,
       counts.variants, counts.entries, counts.risky_cases, counts.twins, counts.twin_cases,
       counts.context_pairs);
}

void print_variety(std::string_view what, const Variety& variety, std::string& text) {
  line(text, "{:<26} {:>5} shapes of {:>5} entries ({:.1f} %), {:>4} near-duplicates ({:.1f} %)",
       what, variety.shapes, variety.entries, percent(variety.shapes, variety.entries),
       variety.redundant, percent(variety.redundant, variety.entries));
}

void print_openings(const Composition& composition, std::string& text) {
  for (const auto& [form, openings] : composition.openings) {
    line(text, "\nMost used openings, {} form", name(form));
    for (std::size_t i = 0; i < std::min(openings.size(), most_openings); ++i) {
      const Opening& opening = openings[i];
      line(text, "  {:>5.1f} %  {:>4} prompts, {:>3} texts  {}", 100 * opening.share,
           opening.prompts, opening.sources, one_line(opening.words, 80));
    }
  }
}

void print_tables(const Composition& composition, std::string& text) {
  print_counts_head("By domain", text);
  for (const auto& [domain, counts] : composition.domains) print_counts(domain, counts, text);
  print_counts_head("By language", text);
  for (const auto& [language, counts] : composition.languages)
    print_counts(name(language), counts, text);
  print_counts_head("By form", text);
  for (const auto& [form, counts] : composition.forms) print_counts(name(form), counts, text);
  line(text, "\nVariety");
  for (const auto& [language, variety] : composition.variety_by_language) {
    print_variety(name(language), variety, text);
  }
  print_variety("all", composition.variety, text);
  if (!composition.voices.empty()) line(text, "\nVoices");
  for (const auto& [voice, acts] : composition.voices) line(text, "{:<26} {:>5}", voice, acts);
  print_openings(composition, text);
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

Json openings_json(const std::vector<Opening>& openings) {
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

Json composition_json(const Composition& composition, const std::vector<Figure>& figures) {
  Json json = {{"figures", figures_json(figures)}};
  for (const auto& [domain, counts] : composition.domains) {
    json["domains"][domain] = counts_json(counts);
  }
  for (const auto& [scenario, counts] : composition.scenarios) {
    json["scenarios"][scenario] = counts_json(counts);
  }
  for (const auto& [language, counts] : composition.languages) {
    json["languages"][std::string(name(language))] = counts_json(counts);
    json["variety"][std::string(name(language))] =
        variety_json(composition.variety_by_language.at(language));
  }
  json["variety"]["all"] = variety_json(composition.variety);
  for (const auto& [form, counts] : composition.forms) {
    json["forms"][std::string(name(form))] = counts_json(counts);
    json["openings"][std::string(name(form))] = openings_json(composition.openings.at(form));
  }
  json["voices"] = composition.voices;
  return json;
}

void print_alike(const std::vector<std::string>& alike, std::string& text) {
  if (alike.empty()) return;
  line(text, "\nAlike (=: same shape; ~: shared shingles)");
  for (const std::string& pair : alike) line(text, "  {}", pair);
}

void print_surfaces(const Surfaces& surfaces, std::string& text) {
  if (surfaces.empty()) return;
  line(text, "\nRisky or benign, told by words alone (a filter that knows the other domains only)");
  line(text, "{:<26} {:>8} {:>8} {:>11} {:>8} {:>20}", "", "requests", "AUC", "by length",
       "headline", "pairs told apart");
  for (const auto& [form, surface] : surfaces) {
    line(text, "{:<26} {:>8} {:>8.3f} {:>11.3f} {:>8.1f} {:>20}", name(form),
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

Surfaces surfaces_of(const std::vector<Case>& cases) {
  Surfaces found;
  for (const Form form : {Form::code, Form::summary, Form::details}) {
    if (const auto surface = surface_of(requests_of(cases, form)))
      found.emplace_back(form, *surface);
  }
  return found;
}

Statistics measured(Composition composition, Extent extent) {
  auto figures =
      extent == Extent::corpus ? corpus_figures(composition) : scenario_figures(composition);
  return {.composition = std::move(composition), .figures = std::move(figures)};
}

}  // namespace

bool Statistics::all_met() const { return std::ranges::all_of(figures, &Figure::met); }

Statistics statistics_of(const std::vector<Case>& cases, Extent extent) {
  Statistics found = measured(composition_of(entries_of(cases)), extent);
  if (extent == Extent::corpus) found.surfaces = surfaces_of(cases);
  return found;
}

Statistics statistics_of(const std::vector<PublishedEntry>& published, Extent extent) {
  return measured(composition_of(entries_of(published)), extent);
}

std::string text(const Statistics& ours, const std::optional<Statistics>& published,
                 Extent extent) {
  std::string text;
  print_figures(ours.figures, published ? published->figures : std::vector<Figure>{}, text);
  print_tables(ours.composition, text);
  print_surfaces(ours.surfaces, text);
  if (published) {
    line(text, "\nPublished");
    print_tables(published->composition, text);
  }
  if (extent == Extent::scenarios) print_alike(ours.composition.variety.alike, text);
  return text;
}

Json to_json(const Statistics& ours, const std::optional<Statistics>& published) {
  Json json = composition_json(ours.composition, ours.figures);
  json["alike"] = ours.composition.variety.alike;
  json["surface"] = surfaces_json(ours.surfaces);
  if (published) json["published"] = composition_json(published->composition, published->figures);
  return json;
}

}  // namespace redcode::corpus
