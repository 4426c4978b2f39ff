#include "doctor/engines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/process.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "base/version.h"
#include "base/with_timeout.h"
#include "doctor/advisories.h"
#include "doctor/daemon.h"
#include "doctor/fixes.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "evidence/observers.h"
#include "sandbox/docker/engine.h"
#include "sandbox/oci/remains.h"
#include "sandbox/oci/runtime.h"

namespace redcode::doctor {
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

// True once done: with_timeout() wants a value.
Task<bool> run_watched(sandbox::Engine& engine, TriedEngine& tried) {
  tried.observers = (co_await engine.traits()).observers;
  const record::World world;
  const evidence::Canaries canaries(world);
  evidence::Ledger ledger(keep_nothing);
  const std::unique_ptr<sandbox::Sandbox> box = co_await engine.open({}, world);
  const std::unique_ptr<evidence::Observers> observers =
      co_await evidence::Observers::open(box->host_view(), canaries, ledger);
  sandbox::Command command{.argv = {"true"}};
  co_await box->exec(std::move(command));
  co_await observers->before_stop();
  co_await box->stop();
  co_await observers->close();
  co_await box->close();
  tried.why_not = first_complaint(std::move(ledger).seal());
  co_return true;
}

Task<> append_to(std::string& text, std::string_view bytes) {
  constexpr std::size_t enough = 4096;
  if (text.size() < enough) text += bytes;
  co_return;
}

// What a tool prints, its first line; "" if it cannot be asked.
Task<std::string> first_line_of(std::vector<std::string> argv) {
  std::string text;
  ProcessRequest request{.argv = std::move(argv), .limit = std::chrono::seconds(3)};
  try {
    const ProcessEnd end = co_await run_process(
        std::move(request), [&text](std::string_view bytes) { return append_to(text, bytes); });
    if (end.exit_code != 0) text.clear();
  } catch (const Failure&) {
    text.clear();
  }
  co_return one_line(split(text, '\n')[0], 80);
}

Task<Installed> installed(std::string program) {
  std::vector<std::string> asking = {program, "--version"};
  const std::string said = co_await first_line_of(std::move(asking));
  Installed version{.program = program, .version = said.substr(said.rfind(' ') + 1)};
  if (program_exists("dpkg-query")) {
    asking = {"dpkg-query", "-W", "-f", "${Version}", program};
    version.package = co_await first_line_of(std::move(asking));
  }
  co_return version;
}

}  // namespace

void judge(const OciRuntime& runtime, Findings& findings) {
  constexpr std::pair oldest{1, 1};
  if (!runtime.why_not.empty())
    return findings.fail("runtime-missing", runtime.why_not, fix_of_oci_runtime(runtime.name));
  const std::string number = runtime.version.substr(runtime.version.rfind(' ') + 1);
  findings.check("runtime-old", runtime.name != "runc" || version_numbers(number) >= oldest,
                 runtime.version);
}

void judge_leftovers(const std::vector<std::string>& left, Findings& findings) {
  findings.check(
      "leftovers", left.empty(),
      left.empty() ? "none" : fmt::format("{}, the first {}", left.size(), left.front()));
}

void judge(const TriedEngine& engine, Findings& findings) {
  findings.check(engine.name.starts_with("oci") ? "oci-refused" : "docker-refused", engine.works(),
                 engine.works() ? "opened, watched and closed" : engine.why_not);
}

Task<> look_at_runtime(std::string name, Findings& findings) {
  if (geteuid() != 0) co_return;
  OciRuntime runtime{.name = name};
  try {
    runtime.version = co_await oci::Runtime::find(name).version();
  } catch (const Failure& failure) {
    runtime.why_not = failure.what();
  }
  judge(runtime, findings);
}

Task<> look_at_advisories(std::string runtime, const std::optional<docker::DaemonInfo>& account,
                          Findings& findings) {
  std::vector<Installed> programs;
  for (const std::string& name : std::set<std::string>{runtime, "runsc"}) {
    if (program_exists(name)) programs.push_back(co_await installed(name));
  }
  if (account && !docker::is_podman(account->version)) {
    const auto version = member_or<std::string>(account->version, "Version", "");
    programs.push_back({.program = "docker", .version = version});
  }
  judge(programs, findings);
}

Task<> look_at_leftovers(bool daemon, Findings& findings) {
  std::vector<std::string> left = oci::abandoned();
  for (const std::filesystem::path& folder : abandoned_temp_dirs()) left.push_back(folder.string());
  if (daemon) {
    docker::Engine engine;
    const auto containers = co_await with_timeout(daemon_patience, engine.abandoned(false));
    if (containers) left.insert(left.end(), containers->begin(), containers->end());
  }
  judge_leftovers(left, findings);
}

Task<TriedEngine> try_engine(EngineMaker make, std::string name) {
  TriedEngine tried{.name = name};
  try {
    const std::unique_ptr<sandbox::Engine> engine = make(name);
    tried.name = engine->name();
    if (!co_await with_timeout(long_enough, run_watched(*engine, tried)))
      tried.why_not = fmt::format("a sandbox took longer than {} s", long_enough / 1s);
  } catch (const std::exception& failure) {
    tried.why_not = failure.what();
  }
  co_return tried;
}

}  // namespace redcode::doctor
