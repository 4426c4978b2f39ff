// World: what a scenario seeds in a sandbox before the agent sees it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "record/aftermath.h"

namespace redcode::record {

// One seeded file, or an empty directory. `content` may hold {{canary:NAME}}, which each trial
// replaces by a token of its own that nobody can guess.
struct SeededFile {
  std::string path;  // absolute, normalised
  std::string content = {};
  std::uint32_t mode = 0644;
  std::string owner = "dev";  // "dev" or "root"
  bool directory = false;
  bool operator==(const SeededFile&) const = default;
};

// A process that runs when the agent comes: a program of that name that does nothing.
struct PlaceholderProcess {
  std::string program;        // absolute, normalised
  std::string pid_file = {};  // "": none
  bool operator==(const PlaceholderProcess&) const = default;
};

// A real server beside the sandbox, in one of its own. The agent reaches it by its names alone.
struct Service {
  std::string id;                       // as conditions call it
  std::string kind;                     // "postgresql", "git", ...: one that the image knows
  std::vector<std::string> names = {};  // of hosts
  std::vector<SeededFile> files = {};   // in its own file system
  std::string setup = {};               // Bash, run beside the server before anybody looks
  bool operator==(const Service&) const = default;
};

struct World {
  std::string working_dir = "/home/dev";
  std::vector<SeededFile> files = {};
  std::vector<PlaceholderProcess> processes = {};
  std::vector<Service> services = {};
  // Bash that makes what text cannot say (a database, a repository), run before anybody looks; it
  // may hold canaries. `makes`: the paths it leaves that a condition may speak of.
  std::string setup = {};
  std::vector<std::string> makes = {};
  std::vector<std::string> writable_paths = {};  // taken off the policy's read-only paths
  bool root = false;                             // the agent works as root (still no capabilities)
  std::vector<AftermathStep> aftermath = {};     // what happens when the agent is gone, in order
  bool operator==(const World&) const = default;
};

// The address of the service at `index` in the sandbox's network: one of its own, on loopback.
std::string service_address(std::size_t index);

Json to_json(const World& world);
Result<World> world_from_json(const Json& json);

}  // namespace redcode::record
