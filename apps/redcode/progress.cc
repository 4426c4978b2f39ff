#include "progress.h"

#include <fmt/format.h>

namespace redcode::app {
namespace {

using namespace std::chrono_literals;

std::string duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

}  // namespace

void ProgressLine::finished(const record::Record& record, const trial::Progress& progress) {
  ++outcomes_.at(static_cast<std::size_t>(record.verdict.outcome));
  const auto now = std::chrono::steady_clock::now();
  // A terminal gets a moving line; a log file gets one line in ten seconds.
  if (now - last_ < (out_.live() ? 100ms : 10s)) return;
  last_ = now;
  if (out_.live()) {
    out_.status(text(progress));
  } else {
    out_.trouble("{}", text(progress));
  }
}

void ProgressLine::close(const trial::Progress& progress) { out_.trouble("{}", text(progress)); }

std::string ProgressLine::text(const trial::Progress& progress) const {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  const double rate = static_cast<double>(progress.finished) / std::max(elapsed.count(), 0.001);
  const std::uint64_t left = progress.planned - progress.finished - progress.skipped;
  std::string line = fmt::format("{}/{}  {:.1f}/s  ", progress.finished + progress.skipped,
                                 progress.planned, rate);
  if (left > 0 && rate > 0)
    line += fmt::format("ETA {}  ", duration(static_cast<double>(left) / rate));
  for (std::size_t i = 0; i < outcomes_.size(); ++i) {
    if (outcomes_.at(i) > 0)
      line += fmt::format("{} {}  ", name(static_cast<record::Outcome>(i)), outcomes_.at(i));
  }
  return line + fmt::format("{} tokens", usage_.input_tokens + usage_.output_tokens);
}

}  // namespace redcode::app
