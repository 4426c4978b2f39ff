// AgentStore: agents' programs on this host, installed from npm at exact versions. A sandbox is
// shown one of them read-only.
//
//   <folder>/<name>-<version>/node_modules/    as npm unpacked it
//                            /installed.json   {"format":"redcode/agent/1", name, version,
//                                               packages, node, scripts, digest}
//
// Thread safety: const functions may be called from any thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "agents/cli_agent.h"
#include "agents/recipe.h"
#include "base/process.h"
#include "base/task.h"

namespace redcode::agents {

class AgentStore {
 public:
  // $REDCODE_AGENTS, or /var/lib/redcode/agents.
  static std::filesystem::path default_folder();

  AgentStore() : AgentStore(default_folder()) {}
  explicit AgentStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Where the recipe's program is, if exactly its packages are installed.
  std::optional<Installed> find(const Recipe& recipe) const;

  // Installs it, in place of an earlier one of that version; whole or not at all. npm gets a home
  // and a cache of its own that are thrown away, and of the environment only what is for it
  // (npm_config_registry, proxies), no keys. What it prints goes to `on_output`. Throws Failure.
  Task<Installed> install(Recipe recipe, OutputSink on_output) const;

 private:
  std::filesystem::path folder_;
};

// "sha256:…" over path, mode and content of everything below `folder` but the two notes about it,
// installed.json and npm's. Blocking: reads all of it. Throws Failure.
std::string tree_digest(const std::filesystem::path& folder);

}  // namespace redcode::agents
