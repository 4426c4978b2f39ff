#include "run/steer/metrics.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <utility>
#include <vector>

#include "base/program_version.h"

namespace redcode::steer {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

MetricFamily family(std::string name, std::string help, MetricType type) {
  return {
      .name = "redcode_" + std::move(name), .help = std::move(help), .type = type, .metric = {}};
}

void add(MetricFamily& family, double value, std::vector<ClientMetric::Label> labels = {}) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = value;
  metric.gauge.value = value;
  family.metric.push_back(std::move(metric));
}

MetricFamily one(std::string name, std::string help, MetricType type, double value) {
  MetricFamily made = family(std::move(name), std::move(help), type);
  add(made, value);
  return made;
}

MetricFamily gauge(std::string name, std::string help, std::size_t value) {
  return one(std::move(name), std::move(help), MetricType::Gauge, static_cast<double>(value));
}

MetricFamily counter(std::string name, std::string help, std::uint64_t value) {
  return one(std::move(name), std::move(help), MetricType::Counter, static_cast<double>(value));
}

MetricFamily by_outcome(const Status& status) {
  MetricFamily made = family("trials_total", "Trials this process finished.", MetricType::Counter);
  for (const auto& [outcome, times] : status.outcomes)
    add(made, static_cast<double>(times), {{.name = "outcome", .value = outcome}});
  return made;
}

MetricFamily tokens(const Status& status) {
  MetricFamily made = family("tokens_total", "Tokens spent by this process.", MetricType::Counter);
  add(made, static_cast<double>(status.input_tokens), {{.name = "direction", .value = "input"}});
  add(made, static_cast<double>(status.output_tokens), {{.name = "direction", .value = "output"}});
  return made;
}

// One for each thing that can hold a run up, so that each can be watched by its name.
MetricFamily held_up(const Status& status) {
  MetricFamily made = family("held_up", "1 for what holds the run up now.", MetricType::Gauge);
  for (const char* what : {"memory", "disk", "cpu", "io", "model"})
    add(made, status.why_slow == what ? 1 : 0, {{.name = "by", .value = what}});
  return made;
}

MetricFamily order(const Status& status) {
  MetricFamily made = family("order", "1 for what the run was told to do.", MetricType::Gauge);
  for (const char* what : {"go", "pause", "stop"})
    add(made, status.order == what ? 1 : 0, {{.name = "order", .value = what}});
  return made;
}

MetricFamily build() {
  MetricFamily made = family("build_info", "The program that tells this.", MetricType::Gauge);
  add(made, 1, {{.name = "version", .value = std::string(program_version())}});
  return made;
}

Task<> answer(const Controls& controls, const http::Request& request, http::Responder& responder) {
  http::Response response{.status = 404,
                          .headers = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}},
                          .body = "see /metrics\n"};
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (reads && request.target == "/metrics") {
    response.status = 200;
    response.body = metrics_text(controls.status());
  }
  co_await responder.send(std::move(response));
}

}  // namespace

std::string metrics_text(const Status& status) {
  const std::vector<MetricFamily> families{
      by_outcome(status),
      gauge("trials_planned", "Trials of the plan.", status.planned),
      gauge("trials_over", "Trials that have a result.", status.over),
      gauge("trials_skipped", "Trials that were over before this process began.", status.skipped),
      gauge("trials_running", "Trials that run now.", status.running),
      gauge("trials_queued", "Trials that wait for their turn.", status.queued),
      counter("retries_total", "Attempts beyond each trial's first.", status.retried),
      tokens(status),
      gauge("concurrency_limit", "Trials at a time.", status.concurrency),
      gauge("sandboxes_limit", "Sandboxes open at a time, as the host allows.",
            status.sandboxes_limit),
      held_up(status),
      order(status),
      one("run_seconds", "How long this process has been at it.", MetricType::Gauge,
          status.seconds),
      build()};
  return prometheus::TextSerializer().Serialize(families);
}

MetricsPage::MetricsPage(const asio::any_io_executor& executor, std::uint16_t port,
                         const Controls& controls)
    : server_(http::Server::listen(executor, "127.0.0.1", port)), controls_(controls) {}

Task<> MetricsPage::serve() {
  return server_->serve([this](const http::Request& request, http::Responder& responder) {
    return answer(controls_, request, responder);
  });
}

}  // namespace redcode::steer
