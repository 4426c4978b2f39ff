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
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "evidence/observers.h"
#include "sandbox/docker/engine.h"
#include "sandbox/engines/engines.h"
#include "sandbox/oci/mounts.h"
#include "sandbox/oci/remains.h"
#include "sandbox/oci/runtime.h"

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

// The kernel may have them and give none: to whoever lives in a chroot, for one.
void make_user_namespace(Findings& findings) {
  if (findings.has("user-namespaces") || findings.has("no-privileges")) return;
  try {
    const Fd made = oci::shifted_user_namespace();
  } catch (const Failure& failure) {
    findings.fail("user-namespaces", failure.what(),
                  "export REDCODE_ENGINE=docker # a chroot has none; outside of it oci works");
  }
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

struct ProgramVersion {
  std::string own;
  std::string package;  // as Debian and its children know it; "": not from there
};

Task<ProgramVersion> version_of(std::string program) {
  std::vector<std::string> asking = {program, "--version"};
  const std::string said = co_await first_line_of(std::move(asking));
  ProgramVersion version{.own = said.substr(said.rfind(' ') + 1)};
  if (program_exists("dpkg-query")) {
    asking = {"dpkg-query", "-W", "-f", "${Version}", program};
    version.package = co_await first_line_of(std::move(asking));
  }
  co_return version;
}

std::string told(const std::string& program, const Advisory& open) {
  return fmt::format("{} {}({})", program, open.name.empty() ? "" : fmt::format("{} ", open.name),
                     open.what);
}

void add_holes(const std::string& program, const ProgramVersion& version,
               std::vector<std::string>& holes) {
  for (const Advisory& open : open_advisories(program, version.own, version.package))
    holes.push_back(told(fmt::format("{} {}", program, version.own), open));
}

}  // namespace

Task<> look_at_runtime(std::string runtime, Findings& findings) {
  if (geteuid() != 0) co_return;
  make_user_namespace(findings);
  constexpr std::pair oldest{1, 1};
  try {
    const std::string version = co_await oci::Runtime::find(runtime).version();
    const std::string number = version.substr(version.rfind(' ') + 1);
    if (runtime == "runc" && version_numbers(number) < oldest) {
      findings.fail("runtime-old", version);
    } else {
      findings.pass("oci runtime", version);
    }
  } catch (const Failure& failure) {
    findings.fail("runtime-missing", failure.what(), fix_of_oci_runtime(runtime));
  }
}

Task<> look_at_advisories(std::string runtime, const std::optional<docker::Account>& account,
                          Findings& findings) {
  std::vector<std::string> holes;
  for (const std::string& name : std::set<std::string>{runtime, "runsc"}) {
    if (program_exists(name)) add_holes(name, co_await version_of(name), holes);
  }
  if (account && !docker::is_podman(account->version)) {
    const auto version = member_or<std::string>(account->version, "Version", "");
    for (const Advisory& open : open_advisories("docker", version, ""))
      holes.push_back(told(fmt::format("Docker {}", one_line(version, 40)), open));
  }
  if (!holes.empty()) findings.fail("advisories", fmt::format("{}", fmt::join(holes, "; ")));
}

Task<> look_at_leftovers(bool daemon, Findings& findings) {
  std::vector<std::string> left = oci::abandoned();
  for (const std::filesystem::path& folder : abandoned_temp_dirs()) left.push_back(folder.string());
  if (daemon) {
    docker::Engine engine;
    const auto containers = co_await with_timeout(daemon_patience, engine.abandoned(false));
    if (containers) left.insert(left.end(), containers->begin(), containers->end());
  }
  if (left.empty()) {
    findings.pass("leftovers", "none");
  } else {
    findings.fail("leftovers", fmt::format("{}, the first {}", left.size(), left.front()));
  }
}

Task<TriedEngine> try_engine(std::string name) {
  TriedEngine tried{.name = name};
  try {
    const std::unique_ptr<sandbox::Engine> engine = engines::make_engine(name);
    tried.name = engine->name();
    if (!co_await with_timeout(long_enough, run_watched(*engine, tried)))
      tried.why_not = fmt::format("a sandbox took longer than {} s", long_enough / 1s);
  } catch (const std::exception& failure) {
    tried.why_not = failure.what();
  }
  co_return tried;
}

}  // namespace redcode::app
