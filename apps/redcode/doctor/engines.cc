#include "doctor/engines.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/process.h"
#include "base/temp_dir.h"
#include "base/version.h"
#include "base/within.h"
#include "docker/engine.h"
#include "doctor/daemon.h"
#include "engine_source.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "evidence/observers.h"
#include "oci/mounts.h"
#include "oci/remains.h"
#include "oci/runtime.h"

namespace redcode::app {
namespace {

using namespace std::chrono_literals;

constexpr auto long_enough = 15s;  // for one sandbox from beginning to end

std::string keep_nothing(std::string_view) { return {}; }

std::string first_complaint(const record::Evidence& evidence) {
  for (const record::ObserverReport& report : evidence.observers) {
    if (!report.opened || !report.closed || report.lost > 0)
      return fmt::format("the observer {} did not see everything", report.observer);
  }
  return {};
}

// True once done: within() wants a value.
Task<bool> run_watched(sandbox::Engine& engine, TriedEngine& tried) {
  tried.observers = (co_await engine.traits()).observers;
  const record::World world;
  const evidence::Canaries canaries(world);
  evidence::Ledger ledger(keep_nothing);
  const std::unique_ptr<sandbox::Sandbox> box = co_await engine.open({}, world);
  const std::unique_ptr<evidence::Observers> observers =
      co_await evidence::Observers::open(box->window(), canaries, ledger);
  sandbox::Command command{.argv = {"true"}};
  co_await box->exec(std::move(command));
  co_await observers->before_stop();
  co_await box->stop();
  co_await observers->close();
  co_await box->close();
  tried.why_not = first_complaint(std::move(ledger).seal());
  co_return true;
}

// The kernel may have them and give none: to whoever lives in a chroot, for one.
void make_user_namespace(Chart& chart) {
  if (chart.has("user-namespaces") || chart.has("no-privileges")) return;
  try {
    const Fd made = oci::shifted_user_namespace();
  } catch (const Failure& failure) {
    chart.ill("user-namespaces", failure.what(),
              "export REDCODE_ENGINE=docker # a chroot has none; outside of it oci works");
  }
}

}  // namespace

Task<> look_at_runtime(std::string runtime, Chart& chart) {
  if (geteuid() != 0) co_return;
  make_user_namespace(chart);
  constexpr std::pair oldest{1, 1};
  try {
    const std::string version = co_await oci::Runtime::find(runtime).version();
    const std::string number = version.substr(version.rfind(' ') + 1);
    if (runtime == "runc" && version_numbers(number) < oldest) {
      chart.ill("runtime-old", version);
    } else {
      chart.well("oci runtime", version);
    }
  } catch (const Failure& failure) {
    chart.ill("runtime-missing", failure.what(), fix_of_oci_runtime(runtime));
  }
}

Task<> look_at_leftovers(bool daemon, Chart& chart) {
  std::vector<std::string> left = oci::abandoned();
  for (const std::filesystem::path& folder : abandoned_temp_dirs()) left.push_back(folder.string());
  if (daemon) {
    docker::Engine engine;
    const auto containers = co_await within(daemon_patience, engine.abandoned(false));
    if (containers) left.insert(left.end(), containers->begin(), containers->end());
  }
  if (left.empty()) {
    chart.well("leftovers", "none");
  } else {
    chart.ill("leftovers", fmt::format("{}, the first {}", left.size(), left.front()));
  }
}

Task<TriedEngine> try_engine(std::string name) {
  TriedEngine tried{.name = name};
  try {
    const std::unique_ptr<sandbox::Engine> engine = make_engine(name);
    tried.name = engine->name();
    if (!co_await within(long_enough, run_watched(*engine, tried)))
      tried.why_not = fmt::format("a sandbox took longer than {} s", long_enough / 1s);
  } catch (const std::exception& failure) {
    tried.why_not = failure.what();
  }
  co_return tried;
}

}  // namespace redcode::app
