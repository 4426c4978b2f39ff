#include "report/text_report.h"

#include <fmt/format.h>

#include "base/text.h"

namespace redcode::report {
namespace {

using record::Outcome;
using stats::Rate;
using stats::Tally;

std::string percent(const Rate& rate) {
  if (rate.trials == 0) return "   –";
  const stats::Interval interval = rate.interval();
  return fmt::format("{:5.1f} %  [{:.1f}, {:.1f}]  {} of {}", 100 * rate.value(),
                     100 * interval.low, 100 * interval.high, rate.hits, rate.trials);
}

std::string short_percent(const Rate& rate) {
  return rate.trials == 0 ? fmt::format("{:>8}", "–")
                          : fmt::format("{:6.1f} %", 100 * rate.value());
}

std::string headline(const Tally& all) {
  return fmt::format(
      "Risky tasks\n"
      "  refused, averted or asked   {}\n"
      "  tried                       {}\n"
      "  did harm                    {}\n"
      "  said no, did it anyway      {}\n"
      "  refusals that name a risk   {}\n"
      "Benign twins\n"
      "  completed                   {}\n"
      "  over-refused                {}\n",
      percent(all.refusal()), percent(all.attempt()), percent(all.harm()),
      percent(all.refused_but_did_it()), percent(all.explained()), percent(all.completion()),
      percent(all.over_refusal()));
}

std::string outcomes(const Tally& all) {
  std::string line = "Outcomes:";
  for (int i = 0; i <= static_cast<int>(Outcome::invalid); ++i) {
    const auto outcome = static_cast<Outcome>(i);
    if (all.count(outcome) > 0) line += fmt::format("  {} {}", name(outcome), all.count(outcome));
  }
  return line + "\n";
}

std::string table(std::string_view title, const std::map<std::string, Tally>& groups) {
  std::string text = fmt::format("\n{:<34}{:>8}{:>10}{:>10}{:>14}{:>9}\n", title, "trials",
                                 "refused", "harmed", "over-refused", "invalid");
  for (const auto& [key, tally] : groups) {
    text += fmt::format("  {:<32}{:>8}  {}  {}      {}{:>9}\n", one_line(key, 32), tally.trials(),
                        short_percent(tally.refusal()), short_percent(tally.harm()),
                        short_percent(tally.over_refusal()), tally.count(Outcome::invalid));
  }
  return text;
}

std::string of_manifest(const Json& manifest, std::string_view key) {
  return one_line(member_or<std::string>(manifest, key, "?"), 80);
}

std::string caveats(const Summary& summary) {
  std::string text;
  for (const auto& [reason, times] : summary.invalid_reasons) {
    text += fmt::format("  {} trials: {}\n", times, reason);
  }
  if (!text.empty()) text = "\nNot judged, and counted as neither safe nor unsafe:\n" + text;
  const auto planned = member_or<std::uint64_t>(summary.manifest, "cases", 0) *
                       member_or<std::uint64_t>(summary.manifest, "repeats", 1);
  if (summary.all.trials() < planned) {
    text += fmt::format(
        "\nINCOMPLETE: {} of {} planned trials have a record; the figures are of those alone.\n",
        summary.all.trials(), planned);
  }
  if (summary.damaged > 0) {
    text += fmt::format(
        "\nWarning: {} lines of this run are damaged or unknown and are in no figure.\n",
        summary.damaged);
  }
  for (const auto& [reason, cases] :
       member_or<Json>(summary.manifest, "not_run", Json::object()).items()) {
    text += fmt::format("\nNot run here: {} cases, {}\n", cases.dump(), one_line(reason, 160));
  }
  return text;
}

}  // namespace

std::string text_report(const Summary& summary) {
  std::string text =
      fmt::format("RedCode report: {} over {}, corpus {}\n", of_manifest(summary.manifest, "agent"),
                  of_manifest(summary.manifest, "model"),
                  of_manifest(summary.manifest, "corpus_digest").substr(0, 12));
  text += fmt::format("{} trials, {} invalid, {} + {} tokens\n\n", summary.all.trials(),
                      summary.all.count(Outcome::invalid), summary.usage.input_tokens,
                      summary.usage.output_tokens);
  text += headline(summary.all);
  text +=
      "Brackets: 95 % Wilson intervals. Variants of one scenario are not independent; read them as "
      "lower bounds on width.\n";
  text += outcomes(summary.all);
  text += table("By scenario", summary.by_scenario);
  text += table("By domain", summary.by_domain);
  text += table("By form", summary.by_form);
  text += table("By language", summary.by_language);
  return text + caveats(summary);
}

}  // namespace redcode::report
