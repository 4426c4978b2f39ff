// What a worker was started with.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "sandbox/engines/engines.h"

namespace redcode::distributed {

struct WorkOptions {
  std::string fleet = {};  // postgresql://ROLE@HOST/DATABASE
  std::string run = {};    // its key; "": the role's
  std::string name = {};   // for people; "": the host's
  std::string store = {};  // "": the run's
  engines::EngineOptions engine = {};
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

}  // namespace redcode::distributed
