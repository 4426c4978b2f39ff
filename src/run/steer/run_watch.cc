#include "run/steer/run_watch.h"

#include <fmt/format.h>

#include <utility>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::steer {

void RunWatch::start(Scope& scope, Controls& controls) {
  controls_ = &controls;
  const auto executor = scope.executor();
  try {
    socket_ = std::make_unique<ControlSocket>(executor, options_.folder);
  } catch (const Failure& failure) {
    audience_.say(
        fmt::format("`redcode runs` cannot steer this run: {}", one_line(failure.what(), 300)));
  }
  if (options_.metrics > 0)
    page_ = std::make_unique<MetricsPage>(executor, options_.metrics, controls);
  // Nothing above may fail once a child is at work.
  if (socket_) scope.spawn(socket_->serve(controls));
  if (!page_) return;
  scope.spawn(page_->serve());
  audience_.say(fmt::format("Metrics on http://127.0.0.1:{}/metrics", page_->port()));
}

void RunWatch::note(std::string event) {
  if (log_) log_->write({.event = std::move(event)});
}

void RunWatch::finished(const record::Record& record) {
  if (log_) log_->write(event_of("finished", record, record.attempts));
  ++outcomes_[std::string(name(record.verdict.outcome))];
  audience_.progress(controls_->status());
}

void RunWatch::retried(const record::Record& record) {
  if (log_) log_->write(event_of("retried", record, record.attempts));
}

void RunWatch::verdict_differs(const record::Record& record) {
  if (log_) log_->write(event_of("verdict-differs", record, record.attempts));
  audience_.say(fmt::format(
      "The verdict on {} that a worker sent is not what its evidence says: it counts as {}.",
      one_line(record.trial.case_id, 200), name(record.verdict.outcome)));
}

void RunWatch::outage(bool away) {
  note(away ? "model-away" : "model-back");
  audience_.say(away ? "The model fails every trial: trying one now and then until it is back."
                     : "The model is back.");
}

void RunWatch::close() {
  audience_.ended(controls_->status());
  if (log_ && log_->lost() > 0)
    audience_.say(fmt::format("{} events could not be written to {}", log_->lost(), options_.log));
}

Status RunWatch::counted() const {
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began_;
  Status status{.outcomes = outcomes_,
                .input_tokens = usage_.input_tokens,
                .output_tokens = usage_.output_tokens,
                .seconds = took.count()};
  status.run_folder = options_.folder.string();
  return status;
}

}  // namespace redcode::steer
