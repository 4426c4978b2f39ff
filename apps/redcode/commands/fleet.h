// `redcode fleet …` and `redcode worker`: runs that many hosts work on. Exit codes: commands.h.
#pragma once

#include <string>

#include "out.h"
#include "run/distributed/worker.h"

namespace redcode::app {

using distributed::WorkOptions;

// 0: the run is over or was stopped, or the worker was drained.
int work(const WorkOptions& options, Out& out);

struct FleetOptions {
  std::string fleet = {};  // the owner's address
  std::string run = {};    // key
  bool json = false;
};
int fleet_init(const FleetOptions& options, Out& out);
int fleet_list(const FleetOptions& options, Out& out);
int fleet_pause(const FleetOptions& options, Out& out);
int fleet_continue(const FleetOptions& options, Out& out);
int fleet_stop(const FleetOptions& options, Out& out);
int fleet_drop(const FleetOptions& options, Out& out);

}  // namespace redcode::app
