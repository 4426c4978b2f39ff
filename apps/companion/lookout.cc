#include "lookout.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/failure.h"
#include "base/off_thread.h"
#include "base/small_file.h"
#include "base/text.h"
#include "sandbox/attest/outside.h"
#include "sandbox/cgroup.h"
#include "sandbox/mount_table.h"
#include "sandbox/world_tar.h"

namespace redcode::companion {
namespace {

using Strings = std::vector<std::string>;
using Paths = std::vector<std::filesystem::path>;

// The observers that work from here. The rest need a hand in the daemon's runtime.
const std::set<record::Observer> offered = {record::Observer::accesses, record::Observer::files,
                                            record::Observer::limits, record::Observer::network,
                                            record::Observer::processes};

std::string status_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/status", process));
  return {std::istreambuf_iterator<char>(file), {}};
}

// A pid alone could by now be somebody else's.
void require_in_container(pid_t process, const std::string& container) {
  std::ifstream file(fmt::format("/proc/{}/cgroup", process));
  const std::string groups{std::istreambuf_iterator<char>(file), {}};
  if (process > 1 && container.size() >= 12 && groups.contains(container)) return;
  fail("the sandbox's first process cannot be seen from the companion");
}

// The daemon has said so; this is the kernel's word. This process is in the host's own.
void require_own_namespaces(pid_t process) {
  for (const char* kind : {"net", "pid"}) {
    std::error_code error;
    const auto theirs =
        std::filesystem::read_symlink(fmt::format("/proc/{}/ns/{}", process, kind), error);
    if (error) fail(fmt::format("cannot look at the sandbox's {} namespace", kind));
    const auto hosts = std::filesystem::read_symlink(fmt::format("/proc/self/ns/{}", kind));
    if (theirs == hosts) fail(fmt::format("the sandbox has no {} namespace of its own", kind));
  }
}

void require_plain_ids(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/uid_map", process));
  std::uint64_t inside = 1;
  std::uint64_t outside = 1;
  file >> inside >> outside;
  if (inside != 0 || outside != 0) fail("the companion cannot serve a daemon that maps user ids");
}

record::World world_in(const std::string& payload) {
  const Json json = Json::from_cbor(payload, true, false);
  if (json.is_discarded()) fail("a world that is no CBOR");
  Result<record::World> world = record::world_from_json(json);
  if (!world) fail("not a world: " + world.error().text());
  return *std::move(world);
}

// A layer that is not shown here would look like one in which nothing has changed.
void require_shown(const std::filesystem::path& layer) {
  if (std::error_code error; std::filesystem::is_directory(layer, error)) return;
  fail("the daemon's layers cannot be seen from the companion");
}

std::set<record::Observer> wanted_in(const Json& request) {
  std::set<record::Observer> wanted;
  for (const std::string& one : member_or(request, "observers", std::set<std::string>())) {
    const record::Observer observer = record::word_named<record::Observer>(one);
    if (!offered.contains(observer)) fail(fmt::format("the companion has no observer {}", one));
    wanted.insert(observer);
  }
  return wanted;
}

sandbox::OverlayLayers layers_of(pid_t process) {
  return sandbox::root_layers(
      sandbox::mount_table(read_small_file(fmt::format("/proc/{}/mountinfo", process))));
}

}  // namespace

Json Lookout::own_layers() {
  const sandbox::OverlayLayers layers = layers_of(getpid());
  for (const std::filesystem::path& lower : layers.lowers) {
    if (std::error_code error; !std::filesystem::is_directory(lower, error)) return Json::array();
  }
  return layers.lowers;
}

Lookout::Lookout(std::uint64_t number, Voice& voice,
                 std::shared_ptr<const sandbox::Authority> authority)
    : number_(number), voice_(voice) {
  host_view_.authority = std::move(authority);
}

Task<Json> Lookout::answer(sandbox::Message request) {
  const auto what = member_or<std::string>(request.head, "ask", "");
  if (what == "have") co_return have(request.head);
  if (what == "look") co_return look(request);
  if (what == "outside") co_return outside();
  if (what == "open") co_return co_await open(request.head);
  if (what == "before_stop") co_return co_await before_stop();
  if (what == "close") co_return co_await close();
  if (what == "kill_rest") co_return co_await kill_rest();
  if (what == "alive") co_return Json{{"alive", init_.lives()}};
  fail(fmt::format("the companion does not know how to {}", one_line(what, 40)));
}

// Which of some paths an image has.
Json Lookout::have(const Json& request) {
  const auto lowers = member_or(request, "lowers", Paths());
  Json known = Json::array();
  for (const std::string& path : member_or(request, "paths", Strings())) {
    if (sandbox::in_layers(lowers, path)) known.push_back(path);
  }
  return {{"known", std::move(known)}};
}

// Requires: nothing of the agent's has run yet, so every path leads where the image says.
Json Lookout::look(const sandbox::Message& request) {
  host_view_.init = member_or<pid_t>(request.head, "init", 0);
  init_ = sandbox::InitProcess(host_view_.init);
  require_in_container(host_view_.init, member_or<std::string>(request.head, "container", ""));
  require_own_namespaces(host_view_.init);
  require_plain_ids(host_view_.init);
  host_view_.merged = fmt::format("/proc/{}/root", host_view_.init);
  const record::World world = world_in(request.payload);
  const sandbox::Ids dev = sandbox::ids_of(member_or<std::string>(request.head, "user", ""));
  for (const std::string& path : member_or(request.head, "tmpfs", Strings())) {
    const std::string outside = host_view_.merged.string() + path;
    Fd directory(::open(outside.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory) fail(fmt::format("cannot look into the sandbox's {}", one_line(path, 200)));
    if (path != "/dev") sandbox::plant_in_tmpfs(world, dev, directory.get(), path);
    host_view_.tmpfs.push_back({.path = path, .directory = std::move(directory)});
  }
  const sandbox::OverlayLayers layers = layers_of(host_view_.init);
  return {{"status", status_of(host_view_.init)},
          {"upper", layers.upper.string()},
          {"lowers", layers.lowers}};
}

// What this host's kernel says of the sandbox.
Json Lookout::outside() const {
  if (!init_.lives()) fail("the sandbox died");
  const auto network = std::filesystem::read_symlink("/proc/self/ns/net");
  return {{"answers", attest::look_from_outside(host_view_.init)}, {"network", network.string()}};
}

Task<Json> Lookout::open(const Json& request) {
  if (ledger_) fail("the sandbox is being watched already");
  host_view_.observers = wanted_in(request);
  host_view_.upper = member_or<std::string>(request, "upper", "");
  host_view_.lowers = member_or(request, "lowers", Paths());
  require_shown(host_view_.upper);
  for (const std::filesystem::path& lower : host_view_.lowers) require_shown(lower);
  canaries_ = evidence::Canaries::drawn_before(
      member_or(request, "canaries", std::map<std::string, std::string>()));
  ledger_.emplace([this](std::string_view bytes) { return say_bytes(bytes); },
                  [this](const record::Observation& seen) { say_seen(seen); });
  ledger_->set_baseline({.paths = member_or(request, "own", Strings()),
                         .hosts = member_or(request, "own_hosts", Strings())});
  observers_ = co_await evidence::Observers::open(host_view_, *canaries_, *ledger_);
  co_return Json::object();
}

Task<Json> Lookout::before_stop() {
  if (!observers_) fail("the sandbox is not being watched");
  co_await observers_->before_stop();
  co_return Json::object();
}

Task<Json> Lookout::close() {
  if (!observers_ || !ledger_) fail("the sandbox is not being watched");
  evidence::Ledger& ledger = *ledger_;
  co_await observers_->close();
  observers_.reset();
  record::Evidence evidence = std::move(ledger).seal();
  evidence.observations.clear();  // told already
  std::erase_if(evidence.observers, [](const record::ObserverReport& report) {
    return report.observer == record::Observer::exec;
  });
  for (record::ObserverReport& report : evidence.observers) {
    if (untold_) ++report.lost;
  }
  co_return Json{{"evidence", record::to_json(evidence)}};
}

Task<Json> Lookout::kill_rest() {
  if (!init_.lives()) fail("the sandbox died");
  const pid_t init = host_view_.init;
  const std::function<bool()> kill = [init] {
    return sandbox::Cgroup::of(init).kill_all_but(init);
  };
  const bool done = co_await off_thread(kill);
  co_return Json{{"done", done}};
}

void Lookout::say_seen(const record::Observation& observation) {
  untold_ = untold_ || voice_.overtaxed();
  if (untold_) return;
  const record::Evidence one{.observations = {observation}};
  sandbox::Message message{.head = {{"n", number_}, {"evidence", record::to_json(one)}}};
  voice_.say(std::move(message));
}

std::string Lookout::say_bytes(std::string_view bytes) {
  std::string digest = sha256_hex(bytes);
  const bool fits = bytes.size() <= sandbox::MessageReader::longest_payload;
  untold_ = untold_ || voice_.overtaxed() || !fits;
  if (untold_) return digest;
  voice_.say({.head = {{"n", number_}, {"blob", digest}}, .payload = std::string(bytes)});
  return digest;
}

}  // namespace redcode::companion
