// `redcode runs status|pause|continue|cancel|concurrency`: a run under way, from another terminal.
#include <fmt/format.h>

#include "base/failure.h"
#include "base/pause.h"
#include "base/text.h"
#include "commands/runs.h"
#include "interruptible.h"
#include "report/run_state.h"
#include "run/steer/socket.h"

namespace redcode::app {
namespace {

using namespace std::chrono_literals;

Json request(std::string_view what) { return {{"do", what}}; }

// How far a run is, by the process that runs it, or by its folder if there is none.
struct Standing {
  steer::Status status;
  std::string state;
};

Standing standing_of(const report::RunState& look) {
  steer::Status status{.planned = look.survey.planned,
                       .over = look.survey.over,
                       .skipped = look.survey.over,
                       .retried = look.survey.retried,
                       .queued = look.survey.planned - look.survey.over};
  status.order = "stop";
  status.run_folder = look.run.string();
  for (std::size_t i = 0; i < look.survey.outcomes.size(); ++i) {
    if (look.survey.outcomes.at(i) > 0)
      status.outcomes[std::string(name(static_cast<record::Outcome>(i)))] =
          look.survey.outcomes.at(i);
  }
  return {.status = std::move(status), .state = look.state};
}

Task<Standing> stand(const std::string& run) {
  const std::string question = dump_json(request("status"));
  Result<steer::Status> answer = co_await steer::ask(run, question);
  if (answer) {
    const std::string state = answer->order == "pause" ? "paused" : "running";
    co_return Standing{.status = *std::move(answer), .state = state};
  }
  if (answer.error().code != "run-not-running")
    throw Failure(Failure::Kind::unavailable, answer.error().text());
  co_return standing_of(report::require_state(run));
}

std::string text_of(const Standing& standing) {
  const steer::Status& status = standing.status;
  std::string text = fmt::format("{}: {}/{} over", standing.state, status.over, status.planned);
  if (status.concurrency > 0) {
    text += fmt::format(", {} running of {} at a time", status.running, status.concurrency);
    if (status.sandboxes_limit > 0)
      text += fmt::format(", {} sandboxes at most", status.sandboxes_limit);
  }
  if (status.retried > 0) text += fmt::format(", {} retried", status.retried);
  if (!status.why_slow.empty())
    text += fmt::format(", held up by: {}", one_line(status.why_slow, 40));
  for (const auto& [outcome, times] : status.outcomes)
    text += fmt::format("  {} {}", one_line(outcome, 20), times);
  const std::uint64_t tokens = status.input_tokens + status.output_tokens;
  return tokens > 0 ? text + fmt::format("  {} tokens", tokens) : text;
}

std::string json_of(const Standing& standing) {
  Json json = to_json(standing.status);
  json["state"] = standing.state;
  return dump_json(json);
}

bool under_way(const Standing& standing) {
  return standing.state == "running" || standing.state == "paused";
}

Task<int> tell_status(RunsOptions options, Out& out) {
  Standing standing = co_await stand(options.run);
  while (options.watch && under_way(standing)) {
    if (options.json) {
      out.line("{}", json_of(standing));
    } else if (out.live()) {
      out.status(text_of(standing));
    } else {
      out.line("{}", text_of(standing));
    }
    co_await pause_for(1s);
    standing = co_await stand(options.run);
  }
  out.line("{}", options.json ? json_of(standing) : text_of(standing));
  co_return 0;
}

Task<int> order(std::string run, std::string what, std::string done, Out& out) {
  const Result<steer::Status> answer = co_await steer::ask(run, what);
  if (!answer) throw Failure(Failure::Kind::unavailable, answer.error().text());
  out.line("{}: {} of {} trials are over, {} run.", done, answer->over, answer->planned,
           answer->running);
  co_return 0;
}

int order(const RunsOptions& options, const Json& what, std::string done, Out& out) {
  return run_interruptible(order(options.run, dump_json(what), std::move(done), out), out);
}

}  // namespace

int runs_status(const RunsOptions& options, Out& out) {
  return run_interruptible(tell_status(options, out), out);
}

int runs_pause(const RunsOptions& options, Out& out) {
  return order(options, request("pause"), "Paused", out);
}

int runs_continue(const RunsOptions& options, Out& out) {
  return order(options, request("continue"), "Goes on", out);
}

int runs_cancel(const RunsOptions& options, Out& out) {
  return order(options, request("cancel"), "Cancelled", out);
}

int runs_concurrency(const RunsOptions& options, Out& out) {
  Json what = request("concurrency");
  what["to"] = options.concurrency;
  return order(options, what, fmt::format("{} at a time from now on", options.concurrency), out);
}

}  // namespace redcode::app
