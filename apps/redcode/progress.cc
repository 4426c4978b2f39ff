#include "progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "record/verdict.h"
#include "say_through.h"

namespace redcode::app {
namespace {

using namespace std::chrono_literals;

std::string duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

std::string progress_text(const steer::Status& status) {
  const double rate =
      static_cast<double>(status.over - status.skipped) / std::max(status.seconds, 0.001);
  const std::uint64_t left = status.planned - status.over;
  std::string line = fmt::format("{}/{}  {:.1f}/s  ", status.over, status.planned, rate);
  if (left > 0 && rate > 0)
    line += fmt::format("ETA {}  ", duration(static_cast<double>(left) / rate));
  for (std::size_t i = 0; i < record::all_outcomes; ++i) {
    const auto found = status.outcomes.find(std::string(name(static_cast<record::Outcome>(i))));
    if (found != status.outcomes.end()) line += fmt::format("{} {}  ", found->first, found->second);
  }
  if (status.retried > 0) line += fmt::format("{} tried again  ", status.retried);
  return line + fmt::format("{} tokens", status.input_tokens + status.output_tokens);
}

}  // namespace

void ProgressLine::show(const steer::Status& status) {
  const auto now = std::chrono::steady_clock::now();
  // A terminal gets a moving line; a log file gets one line in ten seconds.
  if (now - last_ < (out_.live() ? 100ms : 10s)) return;
  last_ = now;
  if (out_.live()) {
    out_.status(progress_text(status));
  } else {
    out_.trouble("{}", progress_text(status));
  }
}

void ProgressLine::close(const steer::Status& status) { out_.trouble("{}", progress_text(status)); }

steer::RunWatch::Audience audience_at(Out& out) {
  auto line = std::make_shared<ProgressLine>(out);
  return {.say = say_through(out),
          .progress = [line](const steer::Status& status) { line->show(status); },
          .ended = [line](const steer::Status& status) { line->close(status); }};
}

}  // namespace redcode::app
