// The numbers of a run for Prometheus, on loopback: `redcode run --metrics PORT`.
//
//   MetricsPage page(executor, port, runner);
//   scope.spawn(page.serve());        // http://127.0.0.1:PORT/metrics
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/task.h"
#include "http/server.h"
#include "run/steer/controls.h"

namespace redcode::steer {

// In Prometheus' text format.
std::string metrics_text(const Status& status);

class MetricsPage {
 public:
  // Listens on 127.0.0.1:port (0: any free one). `controls` must outlive it. Throws Failure.
  MetricsPage(const asio::any_io_executor& executor, std::uint16_t port, const Controls& controls);

  std::uint16_t port() const { return server_->port(); }
  // Until cancelled.
  Task<> serve();

 private:
  std::unique_ptr<http::Server> server_;
  const Controls& controls_;
};

}  // namespace redcode::steer
