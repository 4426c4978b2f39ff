#include "report/comparison_report.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/untrusted_text.h"
#include "report/figure.h"
#include "report/json_report.h"
#include "report/suite_words.h"

namespace redcode::report {
namespace {

using stats::Metric;

// A line of a table, in words.
struct Line {
  std::string first;
  std::string second;
  std::string change;
  std::string interval;
  std::string p;
  std::string adjusted_p;
  std::string word;
  std::string flipped;
  std::string missing;  // how many, and how far they could move the change
};

// "+2.5", on the scale that amount() shows.
std::string signed_number(Metric metric, double value) {
  return fmt::format("{:+.1f}", stats::traits(metric).scale == 1 ? 100 * value : value);
}

std::string in_thousandths(const std::optional<double>& p) {
  if (!p) return "–";
  return *p <= 0.001 ? "<.001" : fmt::format("{:.3f}", *p);
}

std::uint64_t judged(const Change& change) {
  const stats::PairedCount& total = change.difference.total;
  return total.both + total.only_first + total.only_second + total.neither;
}

Line line_of(const Change& change) {
  Line line{.first = "–", .second = "–", .change = "–"};
  const Metric metric = change.metric;
  const stats::Difference& difference = change.difference;
  if (difference.total.missing > 0) {
    line.missing = fmt::format("{}: {} to {}", difference.total.missing,
                               signed_number(metric, difference.bounds.low),
                               signed_number(metric, difference.bounds.high));
  }
  if (judged(change) == 0) return line;
  line.first = amount(metric, change.first);
  line.second = amount(metric, change.second);
  line.change = signed_number(metric, difference.value);
  line.interval = fmt::format("[{}, {}]", signed_number(metric, difference.interval.low),
                              signed_number(metric, difference.interval.high));
  line.flipped = fmt::format("{} / {}", difference.total.only_second, difference.total.only_first);
  if (const std::optional<Word> word = word_of(change)) line.word = name(*word);
  if (metric == Metric::headline) return line;
  line.p = in_thousandths(change.p);
  line.adjusted_p = in_thousandths(change.adjusted_p);
  return line;
}

std::string text_line(std::string_view label, const Change& change) {
  const Line line = line_of(change);
  const std::string text =
      fmt::format("  {:<32}{:>8}{:>9}{:>8}  {:<16}{:<10}{:>6}{:>7}  {:<9}{}", one_line(label, 32),
                  line.first, line.second, line.change, line.interval, line.word, line.p,
                  line.adjusted_p, line.flipped, line.missing);
  return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
}

std::string head(std::string_view title) {
  return fmt::format("\n{:<34}{:>8}{:>9}{:>8}  {:<16}{:<10}{:>6}{:>7}  {:<9}{}\n", title, "first",
                     "second", "change", "95 % interval", "says", "p", "Holm", "on / off",
                     "missing");
}

// Without a heading that says of which half of the cases it is.
std::string_view words(const Comparison& comparison, Metric metric) {
  const bool partners =
      comparison.suite == record::Suite::overreach && metric == Metric::completion;
  if (comparison.suite == record::Suite::injection && metric == Metric::completion)
    return "controls completed";
  return partners ? "partners done without harm" : trim(label(comparison.suite, metric));
}

std::string changes(const Comparison& comparison) {
  std::string text = head("Over the trials judged in both");
  if (comparison.headline) text += text_line("headline", *comparison.headline);
  for (const Change& one : comparison.changes) {
    text += text_line(words(comparison, one.metric), one);
  }
  return text +
         "says: worse or better where the 95 % interval lies wholly there; unclear where it holds "
         "zero. p: the least error at\nwhich it would not. Holm: the same, corrected over the "
         "distinct questions of a breakdown; of twenty, one stands out\nby chance. –: no trial "
         "flipped, or there are so few scenarios that p could not be below .05, whatever flipped. "
         "on /\noff: trials that are so only in the second / first. missing: how many, and the "
         "interval had all of them changed one\nway or the other.\n";
}

// One for each metric, by category.
std::string tables(std::string_view by, const std::map<std::string, std::vector<Change>>& table) {
  std::string text;
  const std::size_t metrics = table.empty() ? 0 : table.begin()->second.size();
  for (std::size_t i = 0; i < metrics; ++i) {
    const Metric metric = table.begin()->second.at(i).metric;
    text += head(fmt::format("{}, by {}", stats::traits(metric).name, by));
    for (const auto& [key, own] : table) text += text_line(key.empty() ? "–" : key, own.at(i));
  }
  return text;
}

std::string who(const Side& side) {
  return fmt::format(
      "{} over {}, corpus {}", one_line(member_or<std::string>(side.manifest, "agent", "?"), 80),
      one_line(member_or<std::string>(side.manifest, "model", "?"), 80),
      one_line(member_or<std::string>(side.manifest, "corpus_digest", "?"), 80).substr(0, 12));
}

// What was compared, and what could not be.
std::vector<std::string> coverage(const Comparison& comparison) {
  std::vector<std::string> said{fmt::format("{} cases shared, {} trials of them, {} judged in both",
                                            comparison.shared_cases, comparison.shared_trials,
                                            comparison.judged_in_both)};
  const auto add = [&said](std::uint64_t count, std::string_view what) {
    if (count > 0) said.push_back(fmt::format("Left out: {} {}", count, what));
  };
  add(comparison.first.cases_of_its_own, "cases that only the first run has");
  add(comparison.second.cases_of_its_own, "cases that only the second run has");
  add(comparison.first.lost_cases, "planned cases of the first run that cannot be read");
  add(comparison.second.lost_cases, "planned cases of the second run that cannot be read");
  add(comparison.first.missing, "shared trials not judged in the first run");
  add(comparison.second.missing, "shared trials not judged in the second run");
  add(comparison.repeats_left_out, "repeats of each case that only one run has");
  return said;
}

std::string flip_line(const Flip& flip) {
  const std::string repeat = flip.repeat > 0 ? fmt::format(" (repeat {})", flip.repeat) : "";
  return fmt::format("{}{}: {}, then {}", one_line(flip.case_id, 120), repeat, name(flip.first),
                     name(flip.second));
}

std::string flips(std::string_view title, const Flips& flips) {
  std::string text = fmt::format("\n{}: {}\n", title, flips.count);
  for (const Flip& flip : flips.some) text += fmt::format("  {}\n", flip_line(flip));
  if (flips.count > flips.some.size() && !flips.some.empty()) {
    text += fmt::format("  and {} more\n", flips.count - flips.some.size());
  }
  return text;
}

std::string markdown_row(std::string_view label, const Change& change) {
  const Line line = line_of(change);
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                     UntrustedText(std::string(label)).markdown(), line.first, line.second,
                     line.change, line.interval, line.word, line.p, line.adjusted_p, line.missing);
}

std::string markdown_head(std::string_view title) {
  return fmt::format(
      "\n| {} | first | second | change | 95 % interval | says | p | Holm | missing "
      "|\n|---|---|---|---|---|---|---|---|---|\n",
      title);
}

std::string markdown_table(std::string_view by,
                           const std::map<std::string, std::vector<Change>>& table) {
  std::string text = markdown_head(by);
  for (const auto& [key, own] : table) {
    for (const Change& one : own) {
      text += markdown_row(fmt::format("{}, {}", key, stats::traits(one.metric).name), one);
    }
  }
  return text;
}

Json json_side(const Side& side) {
  Json json = json_run(side.manifest, side.read_by);
  json["cases_of_its_own"] = side.cases_of_its_own;
  json["lost_cases"] = side.lost_cases;
  json["missing"] = side.missing;
  json["damaged_lines"] = side.damaged;
  return json;
}

Json json_change(const Change& change) {
  const stats::Difference& difference = change.difference;
  const bool known = judged(change) > 0;
  const bool tested = change.metric != Metric::headline;
  const std::optional<Word> word = word_of(change);
  return {{"metric", stats::traits(change.metric).name},
          {"first", known ? Json(change.first) : Json(nullptr)},
          {"second", known ? Json(change.second) : Json(nullptr)},
          {"change", known ? Json(difference.value) : Json(nullptr)},
          {"interval", to_json(difference.interval)},
          {"bounds", to_json(difference.bounds)},
          {"says", word ? Json(name(*word)) : Json(nullptr)},
          {"p", change.p ? Json(*change.p) : Json(nullptr)},
          {"adjusted_p", change.adjusted_p ? Json(*change.adjusted_p) : Json(nullptr)},
          {"both", difference.total.both},
          {"only_first", difference.total.only_first},
          {"only_second", difference.total.only_second},
          {"neither", difference.total.neither},
          {"missing", difference.total.missing},
          {"clusters", tested ? Json(difference.clusters) : Json(nullptr)}};
}

Json json_changes(const std::vector<Change>& changes) {
  Json all = Json::array();
  for (const Change& one : changes) all.push_back(json_change(one));
  return all;
}

Json json_flips(const Flips& flips) {
  Json some = Json::array();
  for (const Flip& flip : flips.some) {
    some.push_back({{"case_id", flip.case_id},
                    {"repeat", flip.repeat},
                    {"first", name(flip.first)},
                    {"second", name(flip.second)}});
  }
  return {{"count", flips.count}, {"some", std::move(some)}};
}

}  // namespace

std::string text_comparison(const Comparison& comparison) {
  std::string text = fmt::format("RedCode comparison\n  first:  {}\n  second: {}\n",
                                 who(comparison.first), who(comparison.second));
  for (const std::string& said : coverage(comparison)) text += said + "\n";
  for (const std::string& warning : comparison.warnings) text += "Warning: " + warning + "\n";
  text += changes(comparison);
  for (const auto& [trait, table] : comparison.by)
    text += tables(title(comparison.suite, trait), table);
  text += flips("Wrong in the first run, right in the second", comparison.better);
  text += flips("Right in the first run, wrong in the second", comparison.worse);
  return text;
}

std::string markdown_comparison(const Comparison& comparison) {
  std::string text = fmt::format("### RedCode: {} against {}\n\n",
                                 UntrustedText(who(comparison.second)).markdown(),
                                 UntrustedText(who(comparison.first)).markdown());
  for (const std::string& said : coverage(comparison)) text += fmt::format("- {}\n", said);
  for (const std::string& warning : comparison.warnings) {
    text += fmt::format("- **Warning:** {}\n", UntrustedText(warning).markdown());
  }
  text += markdown_head("figure");
  if (comparison.headline) text += markdown_row("headline", *comparison.headline);
  for (const Change& one : comparison.changes) {
    text += markdown_row(words(comparison, one.metric), one);
  }
  for (const auto& [trait, table] : comparison.by)
    text += markdown_table(title(comparison.suite, trait), table);
  text += fmt::format("\nBetter: {} trials. Worse: {} trials.\n", comparison.better.count,
                      comparison.worse.count);
  for (const Flip& flip : comparison.worse.some) {
    text += fmt::format("- worse: {}\n", UntrustedText(flip_line(flip)).markdown());
  }
  return text;
}

Json json_comparison(const Comparison& comparison) {
  Json json{{"format", "redcode/comparison/1"},
            {"first", json_side(comparison.first)},
            {"second", json_side(comparison.second)},
            {"shared_cases", comparison.shared_cases},
            {"shared_trials", comparison.shared_trials},
            {"judged_in_both", comparison.judged_in_both},
            {"repeats_left_out", comparison.repeats_left_out},
            {"headline", comparison.headline ? json_change(*comparison.headline) : Json(nullptr)},
            {"changes", json_changes(comparison.changes)},
            {"by", Json::object()},
            {"better", json_flips(comparison.better)},
            {"worse", json_flips(comparison.worse)},
            {"warnings", comparison.warnings}};
  for (const auto& [trait, table] : comparison.by) {
    Json& groups = json["by"][std::string(name(trait))] = Json::object();
    for (const auto& [key, own] : table) groups[key] = json_changes(own);
  }
  return json;
}

}  // namespace redcode::report
