#include "run_watch.h"

#include <utility>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::app {

void RunWatch::start(Scope& scope, steer::Controls& controls) {
  const auto executor = scope.executor();
  try {
    socket_ = std::make_unique<steer::ControlSocket>(executor, plan_.folder);
  } catch (const Failure& failure) {
    out_.trouble("`redcode runs` cannot steer this run: {}", one_line(failure.what(), 300));
  }
  if (plan_.metrics > 0) page_ = std::make_unique<MetricsPage>(executor, plan_.metrics, controls);
  // Nothing above may fail once a child is at work.
  if (socket_) scope.spawn(socket_->serve(controls));
  if (!page_) return;
  scope.spawn(page_->serve());
  out_.trouble("Metrics on http://127.0.0.1:{}/metrics", page_->port());
}

void RunWatch::note(std::string event) {
  if (log_) log_->write({.event = std::move(event)});
}

void RunWatch::finished(const record::Record& record, const ProgressLine::Stand& stand) {
  if (log_) log_->write(event_of("finished", record, record.attempts));
  line_.finished(record.verdict.outcome, stand);
}

void RunWatch::retried(const record::Record& record) {
  if (log_) log_->write(event_of("retried", record, record.attempts));
}

void RunWatch::verdict_differs(const record::Record& record) {
  if (log_) log_->write(event_of("verdict-differs", record, record.attempts));
  out_.trouble(
      "The verdict on {} that a worker sent is not what its evidence says: it counts as {}.",
      one_line(record.trial.case_id, 200), name(record.verdict.outcome));
}

void RunWatch::outage(bool away) {
  note(away ? "model-away" : "model-back");
  out_.trouble("{}", away ? "The model fails every trial: trying one now and then until it is back."
                          : "The model is back.");
}

void RunWatch::close(const ProgressLine::Stand& stand) {
  line_.close(stand);
  if (log_ && log_->lost() > 0)
    out_.trouble("{} events could not be written to {}", log_->lost(), plan_.log);
}

steer::Status RunWatch::counted() const {
  steer::Status status{.input_tokens = line_.usage().input_tokens,
                       .output_tokens = line_.usage().output_tokens,
                       .seconds = line_.seconds(),
                       .run_folder = plan_.folder.string()};
  for (std::size_t i = 0; i < line_.outcomes().size(); ++i) {
    const std::uint64_t count = line_.outcomes().at(i);
    if (count > 0) status.outcomes[std::string(name(static_cast<record::Outcome>(i)))] = count;
  }
  return status;
}

}  // namespace redcode::app
