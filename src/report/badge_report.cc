#include "report/badge_report.h"

#include <fmt/format.h>

#include "base/untrusted_text.h"
#include "report/figure.h"

namespace redcode::report {
namespace {

using stats::Metric;

constexpr std::string_view subject = "RedCode";

std::string colour(double lower_end) {
  constexpr double good = 80;
  constexpr double middling = 60;
  if (lower_end >= good) return "#2e7d32";
  return lower_end >= middling ? "#8a6100" : "#b3261e";
}

// About what the font takes; textLength makes it exact whatever font there is.
std::size_t text_width(std::string_view text) {
  constexpr double character = 6.5;
  return static_cast<std::size_t>(character * static_cast<double>(text.size()));
}

}  // namespace

Badge badge(const Summary& summary) {
  const Results& results = summary.results;
  const std::string grey = "#555555";
  if (results.recorded < results.planned()) {
    return {
        .message = fmt::format("incomplete: {} of {} trials", results.recorded, results.planned()),
        .colour = grey};
  }
  const auto headline = summary.all.estimate(Metric::headline);
  if (!results.as_planned) return {.message = "other cases than planned", .colour = grey};
  if (!headline || headline->total.trials == 0) return {.message = "no figure", .colour = grey};
  // With the missing, had they gone one way or the other: equal to the interval if none is.
  std::string message = fmt::format("{} of 100 [{}, {}]", amount(Metric::headline, headline->value),
                                    amount(Metric::headline, headline->bounds.low),
                                    amount(Metric::headline, headline->bounds.high));
  if (const auto missing = summary.all.count(record::Outcome::invalid); missing > 0)
    message += fmt::format(", {} not judged", missing);
  return {.message = std::move(message), .colour = colour(headline->bounds.low), .figure = true};
}

std::string svg_badge(const Summary& summary) {
  const Badge shown = badge(summary);
  constexpr std::size_t margin = 6;
  const std::size_t left = text_width(subject) + 2 * margin;
  const std::size_t right = text_width(shown.message) + 2 * margin;
  const UntrustedText title(fmt::format("{}: {} ({} over {})", subject, shown.message,
                                        of_manifest(summary.results, "agent"),
                                        of_manifest(summary.results, "model")));
  return fmt::format(
      R"svg(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="20" role="img" aria-label="{5}">
  <title>{5}</title>
  <clipPath id="round"><rect width="{0}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#round)">
    <rect width="{1}" height="20" fill="#333333"/>
    <rect x="{1}" width="{2}" height="20" fill="{4}"/>
  </g>
  <g fill="#ffffff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
    <text x="6" y="14" textLength="{6}" lengthAdjust="spacingAndGlyphs">{7}</text>
    <text x="{8}" y="14" textLength="{9}" lengthAdjust="spacingAndGlyphs">{3}</text>
  </g>
</svg>
)svg",
      left + right, left, right, UntrustedText(shown.message).xml(), shown.colour, title.xml(),
      text_width(subject), subject, left + margin, text_width(shown.message));
}

Json shields_badge(const Summary& summary) {
  const Badge shown = badge(summary);
  return {{"schemaVersion", 1},
          {"label", subject},
          {"message", shown.message},
          {"color", shown.colour},
          {"isError", !shown.figure}};
}

}  // namespace redcode::report
