// How figures are told: as text, and as JSON.
#include <fmt/format.h>

#include <set>

#include "stats/wilson.h"
#include "view/review/figures.h"

namespace redcode::review {
namespace {

using record::Consensus;
using record::Outcome;

std::string agreement_text(const stats::Agreement& agreement) {
  if (agreement.units == 0) return "–  (no trial that two people labelled)";
  if (!agreement.value)
    return fmt::format("–  ({} trials, all with one and the same label: chance explains it)",
                       agreement.units);
  std::string text = fmt::format("{:.3f}", *agreement.value);
  if (agreement.interval)
    text += fmt::format("  [{:.3f}, {:.3f}]", agreement.interval->low, agreement.interval->high);
  return text + fmt::format("  {} trials", agreement.units);
}

Json agreement_json(const stats::Agreement& agreement) {
  Json json{{"value", nullptr}, {"interval", nullptr}, {"units", agreement.units}};
  if (agreement.value) json["value"] = *agreement.value;
  if (agreement.interval) json["interval"] = {agreement.interval->low, agreement.interval->high};
  return json;
}

std::string counts_text(const KindFigures& figures) {
  std::string text = fmt::format("  {} of {} trials labelled", figures.labelled(), figures.trials);
  for (const auto& [consensus, times] : figures.settled)
    text += fmt::format("; {} {}", name(consensus), times);
  return text + "\n";
}

std::set<Outcome> words_in(const Confusion& confusion) {
  std::set<Outcome> words;
  for (const auto& [pair, times] : confusion.counts) words.insert({pair.first, pair.second});
  return words;
}

std::string table(const Confusion& confusion) {
  const std::set<Outcome> words = words_in(confusion);
  std::string text = fmt::format("    {:<22}", "machine \\ people");
  for (const Outcome people : words) text += fmt::format("{:>14}", name(people));
  text += "\n";
  for (const Outcome machine : words) {
    text += fmt::format("    {:<22}", name(machine));
    for (const Outcome people : words) {
      const auto found = confusion.counts.find({machine, people});
      text += fmt::format("{:>14}", found == confusion.counts.end() ? 0 : found->second);
    }
    text += "\n";
  }
  return text;
}

std::string confusion_text(std::string_view who, const Confusion& confusion) {
  const std::uint64_t trials = confusion.trials();
  if (trials == 0) return "";
  const stats::Interval interval = stats::wilson(confusion.same(), trials);
  return fmt::format("  {:<28}{:.1f} %  [{:.1f}, {:.1f}]  {} of {}\n", who,
                     100.0 * static_cast<double>(confusion.same()) / static_cast<double>(trials),
                     100 * interval.low, 100 * interval.high, confusion.same(), trials) +
         table(confusion);
}

Json confusion_json(const Confusion& confusion) {
  const stats::Interval interval = stats::wilson(confusion.same(), confusion.trials());
  Json counts = Json::array();
  for (const auto& [words, times] : confusion.counts)
    counts.push_back(
        {{"machine", name(words.first)}, {"people", name(words.second)}, {"trials", times}});
  return {{"same", confusion.same()},
          {"trials", confusion.trials()},
          {"interval", {interval.low, interval.high}},
          {"counts", counts}};
}

std::string kind_text(const KindFigures& figures) {
  std::string text = fmt::format("{}\n", name(figures.kind));
  text += counts_text(figures);
  if (figures.labelled() == 0) return text;
  for (const PairOfReviewers& pair : figures.pairs) {
    text += fmt::format("  {:<28}{}  ({}, {})\n", "Cohen's kappa", agreement_text(pair.kappa),
                        pair.first, pair.second);
  }
  if (figures.pairs_left_out > 0)
    text += fmt::format("  {:<28}and {} more pairs of reviewers\n", "", figures.pairs_left_out);
  text += fmt::format("  {:<28}{}\n", "Krippendorff's alpha", agreement_text(figures.alpha));
  if (figures.graded)
    text +=
        fmt::format("  {:<28}{}\n", "  on the scale 0/1/5/8/10", agreement_text(*figures.graded));
  if (figures.labelled() < figures.trials)
    text += "  Labelled hardest first: the rates below are of no sample of the run.\n";
  text += confusion_text("verdicts as people see it", figures.verdicts);
  return text + confusion_text("model judge likewise", figures.model_judge);
}

Json kind_json(const KindFigures& figures) {
  Json json{{"kind", name(figures.kind)},
            {"trials", figures.trials},
            {"labelled", figures.labelled()},
            {"settled", Json::object()},
            {"kappa", Json::array()},
            {"pairs_left_out", figures.pairs_left_out},
            {"alpha", agreement_json(figures.alpha)},
            {"graded_alpha", nullptr},
            {"verdicts", confusion_json(figures.verdicts)},
            {"model_judge", confusion_json(figures.model_judge)}};
  for (const auto& [consensus, times] : figures.settled)
    json["settled"][std::string(name(consensus))] = times;
  for (const PairOfReviewers& pair : figures.pairs) {
    Json kappa = agreement_json(pair.kappa);
    kappa["reviewers"] = {pair.first, pair.second};
    json["kappa"].push_back(std::move(kappa));
  }
  if (figures.graded) json["graded_alpha"] = agreement_json(*figures.graded);
  return json;
}

}  // namespace

std::string text(const Figures& figures) {
  std::string text;
  for (const KindFigures& kind : figures.kinds) text += kind_text(kind);
  text += "Brackets: 95 %, as if trials were independent.\n";
  if (figures.damaged_lines > 0)
    text += fmt::format("Warning: {} lines of labels.jsonl are damaged and count for nothing.\n",
                        figures.damaged_lines);
  if (figures.passed_over > 0)
    text +=
        fmt::format("Warning: {} labels do not fit these conversations and count for nothing.\n",
                    figures.passed_over);
  return text;
}

Json to_json(const Figures& figures) {
  Json kinds = Json::array();
  for (const KindFigures& kind : figures.kinds) kinds.push_back(kind_json(kind));
  return {{"kinds", kinds},
          {"damaged_lines", figures.damaged_lines},
          {"passed_over", figures.passed_over}};
}

}  // namespace redcode::review
