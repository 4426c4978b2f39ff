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

void ProgressLine::finished(record::Outcome outcome, const Stand& stand) {
  ++outcomes_.at(static_cast<std::size_t>(outcome));
  const auto now = std::chrono::steady_clock::now();
  // A terminal gets a moving line; a log file gets one line in ten seconds.
  if (now - last_ < (out_.live() ? 100ms : 10s)) return;
  last_ = now;
  if (out_.live()) {
    out_.status(text(stand));
  } else {
    out_.trouble("{}", text(stand));
  }
}

void ProgressLine::close(const Stand& stand) { out_.trouble("{}", text(stand)); }

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::string ProgressLine::text(const Stand& stand) const {
  const double rate = static_cast<double>(stand.over - stand.skipped) / std::max(seconds(), 0.001);
  const std::uint64_t left = stand.planned - stand.over;
  std::string line = fmt::format("{}/{}  {:.1f}/s  ", stand.over, stand.planned, rate);
  if (left > 0 && rate > 0)
    line += fmt::format("ETA {}  ", duration(static_cast<double>(left) / rate));
  for (std::size_t i = 0; i < outcomes_.size(); ++i) {
    if (outcomes_.at(i) > 0)
      line += fmt::format("{} {}  ", name(static_cast<record::Outcome>(i)), outcomes_.at(i));
  }
  if (stand.retried > 0) line += fmt::format("{} tried again  ", stand.retried);
  return line + fmt::format("{} tokens", usage_.input_tokens + usage_.output_tokens);
}

}  // namespace redcode::app
