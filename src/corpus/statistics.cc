#include "corpus/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace redcode::corpus {
namespace {

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
                  i < published.size() ? published[i].value_text() : ""},
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
                {"unit", name(figure.unit)}};
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

void print_leaks(const std::vector<Leak>& leaks, std::string& text) {
  if (leaks.empty()) return;
  line(text, "\nRisky or benign, told by words alone (a filter that knows the other domains only)");
  line(text, "{:<26} {:>8} {:>8} {:>11} {:>8} {:>20}", "", "texts", "AUC", "by length", "headline",
       "pairs told apart");
  for (const auto& [of, read, surface] : leaks) {
    line(text, "{:<26} {:>8} {:>8.3f} {:>11.3f} {:>8.1f} {:>20}", of + ", " + read,
         surface.risky + surface.benign, surface.auc, surface.length_auc, surface.headline(),
         surface.pairs == 0 ? "" : fmt::format("{} of {}", surface.told_apart, surface.pairs));
  }
}

Json leaks_json(const std::vector<Leak>& leaks) {
  Json json = Json::object();
  for (const auto& [of, read, surface] : leaks) {
    json[of][read] = {{"risky", surface.risky},
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

// Those in a pair, or the others.
std::vector<Request> some_of(const std::vector<Request>& all, bool paired) {
  std::vector<Request> some;
  std::ranges::copy_if(all, std::back_inserter(some),
                       [paired](const Request& one) { return one.pair.empty() != paired; });
  return some;
}

// Pairs and orders apart: of a pair the request is the same, of an order it decides.
std::vector<Leak> leaks_of(const std::vector<Case>& cases) {
  std::vector<std::pair<std::string, std::vector<Request>>> texts;
  for (const Form form : {Form::code, Form::summary, Form::details})
    texts.emplace_back(name(form), requests_of(cases, form));
  texts.emplace_back("paths", worlds_of(cases, WorldPart::paths));
  texts.emplace_back("contents", worlds_of(cases, WorldPart::contents));
  std::vector<Leak> leaks;
  for (const bool paired : {true, false}) {
    for (const auto& [read, all] : texts) {
      if (const auto surface = surface_of(some_of(all, paired)))
        leaks.push_back({.of = paired ? "pairs" : "orders", .read = read, .surface = *surface});
    }
  }
  return leaks;
}

// What the filter may get: on requests of pairs nothing, by construction; on orders what it gets on
// other people's sets of safe and unsafe requests. What a world says is for the agent to read.
std::optional<double> most_auc(const Leak& leak) {
  if (leak.read == "contents") return std::nullopt;
  if (leak.read == "paths") return leak.of == "pairs" ? std::optional(0.65) : std::nullopt;
  if (leak.of == "pairs") return 0.55;
  return leak.read == "details" ? 0.75 : 0.70;
}

void add_leak_figures(Statistics& found) {
  for (const Leak& leak : found.leaks) {
    const std::optional<double> most = most_auc(leak);
    if (!most) continue;
    const bool request = leak.read != "paths";
    found.figures.push_back({.name = fmt::format("AUC by words, {}, {}", leak.of, leak.read),
                             .value = leak.surface.auc,
                             .unit = Figure::Unit::ratio,
                             .most = most});
    if (!request) continue;
    found.figures.push_back({.name = fmt::format("AUC by length, {}, {}", leak.of, leak.read),
                             .value = leak.surface.length_auc,
                             .unit = Figure::Unit::ratio,
                             .most = 0.60});
  }
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
  if (extent == Extent::scenarios) return found;
  found.leaks = leaks_of(cases);
  add_leak_figures(found);
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
  print_leaks(ours.leaks, text);
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
  json["surface"] = leaks_json(ours.leaks);
  if (published) json["published"] = composition_json(published->composition, published->figures);
  return json;
}

}  // namespace redcode::corpus
