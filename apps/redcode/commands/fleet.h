// `redcode fleet …` and `redcode worker`: runs that many hosts work on. Exit codes: commands.h.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "engine_source.h"
#include "out.h"

namespace redcode::app {

struct WorkOptions {
  std::string fleet = {};  // postgresql://ROLE@HOST/DATABASE
  std::string run = {};    // its key; "": the role's
  std::string name = {};   // for people; "": the host's
  std::string store = {};  // "": the run's
  EngineOptions engine = {};
  // What this host lets a run name: where keys go and what is started here (worker_trust.h).
  std::string agent = {};
  std::string permission = {};
  std::string base_url = {};
  std::string key_env = {};
  std::string key_header = {};
  std::string proxy = {};
  std::string prices = {};
  std::string cache = {};
  std::vector<std::string> accepted_probes = {};
  std::size_t concurrency = 0;  // trials at a time; 0: four per core
  std::size_t sandboxes = 0;    // open at a time; 0: as many as trials
  std::chrono::seconds time_to_live{60};
  std::chrono::seconds grace{60};  // for running trials after SIGTERM
  std::string log = {};
};
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
