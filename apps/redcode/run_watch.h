// Everything that tells of a run while it goes on: the line on the terminal, the log of events, the
// page for Prometheus, and the socket it is steered by.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/scope.h"
#include "event_log.h"
#include "metrics.h"
#include "out.h"
#include "progress.h"
#include "run/steer/controls.h"
#include "run/steer/socket.h"

namespace redcode::app {

class RunWatch {
 public:
  struct Plan {
    std::filesystem::path folder;
    std::string log;            // "": none
    std::uint16_t metrics = 0;  // 0: none
  };

  RunWatch(Out& out, Plan plan) : out_(out), plan_(std::move(plan)), line_(out) {
    if (!plan_.log.empty()) log_.emplace(plan_.log);
  }

  // Opens the socket and the page, served by children of `scope`. Requires: the run's lock is held.
  // `controls` must outlive them.
  void start(Scope& scope, steer::Controls& controls);

  void note(std::string event);
  void finished(const record::Record& record, const ProgressLine::Stand& stand);
  void retried(const record::Record& record);
  // Its worker's verdict was not what its evidence says; ours counts.
  void verdict_differs(const record::Record& record);
  void outage(bool away);
  void spent(const record::Usage& usage) { line_.spent(usage); }
  void close(const ProgressLine::Stand& stand);

  // A status with what this has counted in it.
  steer::Status counted() const;

 private:
  Out& out_;
  Plan plan_;
  ProgressLine line_;
  std::optional<EventLog> log_;
  std::unique_ptr<steer::ControlSocket> socket_;
  std::unique_ptr<MetricsPage> page_;
};

}  // namespace redcode::app
