// Everything that tells of a run while it goes on: its progress for people, the log of events, the
// page for Prometheus, and the socket it is steered by.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/say.h"
#include "base/scope.h"
#include "run/steer/controls.h"
#include "run/steer/event_log.h"
#include "run/steer/metrics.h"
#include "run/steer/socket.h"

namespace redcode::steer {

class RunWatch {
 public:
  struct Options {
    std::filesystem::path folder;
    std::string log;            // "": none
    std::uint16_t metrics = 0;  // 0: none
  };
  // Who is told. How far the run is: after each trial, and once more at its end.
  struct Audience {
    Say say;
    std::function<void(const Status&)> progress;
    std::function<void(const Status&)> ended;
  };

  RunWatch(Options options, Audience audience)
      : options_(std::move(options)), audience_(std::move(audience)) {
    if (!options_.log.empty()) log_.emplace(options_.log);
  }

  // Opens the socket and the page, served by children of `scope`. Requires: the run's lock is held.
  // `controls` must outlive this. To be called before anything is told.
  void start(Scope& scope, Controls& controls);

  void note(std::string event);
  void finished(const record::Record& record);
  void retried(const record::Record& record);
  // Its worker's verdict was not what its evidence says; ours counts.
  void verdict_differs(const record::Record& record);
  void outage(bool away);
  void spent(const record::Usage& usage) { usage_ += usage; }
  void close();

  // A status with what this has counted in it.
  Status counted() const;

 private:
  Options options_;
  Audience audience_;
  const Controls* controls_ = nullptr;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::map<std::string, std::uint64_t> outcomes_;
  record::Usage usage_;
  std::optional<EventLog> log_;
  std::unique_ptr<ControlSocket> socket_;
  std::unique_ptr<MetricsPage> page_;
};

}  // namespace redcode::steer
