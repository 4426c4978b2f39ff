// What the companion's tests share: a sandbox that is watched, by the companion or from here.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/run.h"
#include "base/text.h"
#include "evidence/observers.h"
#include "sandbox/docker/engine.h"
#include "sandbox/owner.h"

namespace redcode::docker {

inline Options options_with(CompanionUse use) {
  Options options;
  options.companion = use;
  options.companion_program = REDCODE_COMPANION;
  return options;
}

// One world, what is done in it, and what came of it.
struct Watched {
  record::Policy policy = {.command_timeout = std::chrono::seconds(20)};
  record::World world = {};
  std::vector<sandbox::Ending> endings = {};
  record::Evidence evidence = {};
  std::map<std::string, std::string> blobs = {};
};

inline sandbox::Command bash(std::string script) {
  return {.argv = {"bash", "-c", std::move(script)}};
}

inline Task<> watch(sandbox::Engine& engine, Watched& watched, std::vector<std::string> scripts) {
  const evidence::Canaries canaries(watched.world);
  evidence::Ledger ledger([&watched](std::string_view bytes) {
    std::string digest = sha256_hex(bytes);
    watched.blobs[digest] = bytes;
    return digest;
  });
  auto box = co_await engine.open(watched.policy, canaries.seeded(watched.world));
  auto observers = co_await evidence::Observers::open(box->host_view(), canaries, ledger);
  for (std::string& script : scripts) {
    watched.endings.push_back(co_await box->exec(bash(std::move(script))));
  }
  co_await observers->before_stop();
  co_await box->stop();
  co_await observers->close();
  co_await box->close();
  watched.evidence = std::move(ledger).seal();
}

inline Watched watched_by(CompanionUse use, Watched watched, std::vector<std::string> scripts) {
  Engine engine(options_with(use));
  run(watch(engine, watched, std::move(scripts)));
  return watched;
}

// Every fact as a line, sorted; an observer with a loss, or one that was not there, shows too.
inline std::vector<std::string> lines_of(const record::Evidence& evidence,
                                         std::optional<record::Observer> but = {}) {
  std::vector<std::string> lines;
  for (const record::ObserverReport& report : evidence.observers) {
    if (report.opened && report.closed && report.lost == 0) continue;
    lines.push_back(fmt::format("not whole: {}", report.observer));
  }
  for (record::Observation observation : evidence.observations) {
    if (observation.observer == but) continue;
    observation.id = 0;
    lines.push_back(record::describe(observation));
  }
  std::ranges::sort(lines);
  return lines;
}

// The containers of this process that are companions.
inline Task<std::vector<std::string>> companions_of(std::string owner) {
  const Api api(docker_socket());
  const Json filters = {
      {"label", {std::string(role_label) + "=companion", std::string(owner_label) + "=" + owner}}};
  const std::string query = query_string({{"all", "1"}, {"filters", dump_json(filters)}});
  std::vector<std::string> ids;
  for (const Json& container : co_await api.get("/containers/json?" + query)) {
    ids.push_back(member_or<std::string>(container, "Id", ""));
  }
  co_return ids;
}

inline std::vector<std::string> our_companions() {
  return run(companions_of(sandbox::this_owner()));
}

}  // namespace redcode::docker
