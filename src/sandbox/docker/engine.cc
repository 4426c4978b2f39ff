#include "sandbox/docker/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

#include "base/failure.h"
#include "base/finally.h"
#include "base/text.h"
#include "sandbox/docker/container.h"
#include "sandbox/docker/container_spec.h"
#include "sandbox/docker/guest_probe.h"
#include "sandbox/engine_slots.h"
#include "sandbox/network_namespace.h"
#include "sandbox/owner.h"
#include "sandbox/services.h"

namespace redcode::docker {
namespace {

std::size_t places_of(const Options& options) {
  if (options.concurrent_opens > 0) return options.concurrent_opens;
  return std::max<std::size_t>(4, std::size_t{2} * std::thread::hardware_concurrency());
}

// Of a container or a volume.
std::string owner_of(const Json& thing) {
  const Json labels = thing.value("Labels", Json::object());
  return labels.is_object() ? member_or<std::string>(labels, owner_label, "") : "";
}

std::string ours_query() {
  const Json filters = {{"label", {fmt::format("{}=1", sandbox_label)}}};
  return query_string({{"all", "1"}, {"filters", dump_json(filters)}});
}

}  // namespace

std::string docker_socket() {
  const char* given = std::getenv("DOCKER_HOST");
  const std::string_view host = given == nullptr ? "" : given;
  constexpr std::string_view scheme = "unix://";
  if (host.empty()) return "/var/run/docker.sock";
  if (host.starts_with(scheme)) return std::string(host.substr(scheme.size()));
  if (host.starts_with("tcp://")) return std::string(host);
  throw Failure(
      Failure::Kind::unavailable,
      fmt::format(
          "DOCKER_HOST is {}, but only unix:///path and tcp://host:port are known; `redcode "
          "doctor` says what to do",
          one_line(host, 200)));
}

Engine::Engine(const Options& options)
    : api_(options.socket_path),
      near_(options.look_from_here && !options.socket_path.starts_with("tcp://")),
      runtime_(options.runtime),
      gate_(std::make_shared<sandbox::EngineSlots>(places_of(options))),
      companion_use_(options.companion),
      companion_program_(options.companion_program) {}

Engine::~Engine() = default;

Task<Daemon> Engine::daemon() {
  if (!daemon_) {
    DaemonInfo account{.version = co_await version(), .info = co_await api_.get("/info")};
    account.near = near_;
    Daemon found = daemon_from(account, runtime_);
    found.companion = companion_fits(found);
    found.here = found.here && !found.companion;
    daemon_ = std::move(found);
  }
  co_return *daemon_;
}

bool Engine::companion_fits(const Daemon& daemon) const {
  const bool wanted = companion_use_ == CompanionUse::always ||
                      (companion_use_ == CompanionUse::as_needed && !daemon.here);
  return wanted && !daemon.binds_read_only() && std::filesystem::exists(companion_program_);
}

Task<sandbox::Traits> Engine::traits() {
  const Daemon asked = co_await daemon();
  co_return sandbox::Traits{.engine = "docker",
                            .runtime = runtime_,
                            .version = asked.version,
                            .observers = observers_of(asked),
                            .limits_disk = asked.layer_quota,
                            .opens_beside = asked.host_sockets,
                            .limits = limits_of(asked)};
}

Task<Image> Engine::image_called(std::string name) {
  if (const auto known = images_.find(name); known != images_.end()) co_return known->second;
  const std::string path = fmt::format("/images/{}/json", name);
  const std::optional<Json> found = co_await api_.find(path);
  const Json inspected = found.value_or(Json::object());
  Image image{.id = member_or<std::string>(inspected, "Id", "")};
  if (image.id.empty()) {
    fail(fmt::format("the container daemon has no image {}: run `{}`", one_line(name, 200),
                     sandbox::builds_image(name)));
  }
  if (!image.id.contains(':')) image.id = "sha256:" + image.id;  // Podman leaves it out
  image.lowers = layers_of_image(inspected);
  images_.insert_or_assign(name, image);
  co_return image;
}

Task<std::string> Engine::image_digest(std::string name) {
  const Image image = co_await image_called(std::move(name));
  co_return image.id;
}

Task<std::unique_ptr<Container>> Engine::open_one(record::Policy policy, record::World world,
                                                  const sandbox::Sandbox* neighbour) {
  EngineContext context{.api = api_,
                        .gate = gate_,
                        .authority = authority_,
                        .daemon = co_await daemon(),
                        .aftercare = aftercare_,
                        .layers = layers_};
  if (context.daemon.companion && !companion_) {
    companion_ = std::make_shared<Companion>(api_, companion_program_);
  }
  context.companion = companion_;
  const Image image = co_await image_called(policy.image);
  auto sandbox = std::make_unique<Container>(std::move(context), image, std::move(policy));
  if (neighbour != nullptr) sandbox->settle_beside(*neighbour);
  co_await or_undo(sandbox->begin(std::move(world)), sandbox->abandon());
  co_return sandbox;
}

// In a sandbox of its own: what the look leaves behind must not be taken for an agent's doing.
Task<> Engine::require_proven(std::string image) {
  const sandbox::EngineSlots::Permit permit = co_await proving_.enter();
  if (proven_) co_return;
  record::Policy policy{.image = std::move(image)};
  policy.cpu_quota = sandbox::cpu_period;
  record::World world;
  const std::unique_ptr<Container> sandbox = co_await open_one(policy, world);
  co_await or_undo(probe_guest(*sandbox, sandbox->bound()), sandbox->abandon());
  co_await sandbox->close();
  proven_ = true;
}

Task<> Engine::prepare(std::string image) {
  const Daemon asked = co_await daemon();
  if (asked.binds_read_only() && !asked.here) {
    fail(
        fmt::format("{} can only make paths read-only for root beside a local daemon with overlay2",
                    asked.podman ? "Podman" : runtime_));
  }
  if (!authority_) authority_ = std::make_shared<const sandbox::Authority>();
  if (!asked.host_kernel) co_await require_proven(std::move(image));
}

Task<std::unique_ptr<sandbox::Sandbox>> Engine::open(record::Policy policy, record::World world) {
  co_await prepare(policy.image);
  co_return co_await open_one(std::move(policy), std::move(world));
}

Task<std::unique_ptr<sandbox::Sandbox>> Engine::open_beside(sandbox::Sandbox& neighbour,
                                                            record::Policy policy,
                                                            record::World world) {
  const Daemon asked = co_await daemon();
  if (!asked.host_sockets) {
    fail(
        fmt::format("sandboxes of {} have networks of their own, which no other can be in: give it "
                    "\"--network=host\" in the daemon's configuration, or use oci+runsc",
                    runtime_));
  }
  co_await prepare(policy.image);
  // gVisor leaves the loopback down on the host's side.
  if (asked.here) sandbox::in_network_of(neighbour.host_view().init, [] {});
  co_return co_await open_one(std::move(policy), std::move(world), &neighbour);
}

Task<std::vector<std::string>> Engine::abandoned(bool also_living) {
  const Json containers = co_await api_.get("/containers/json?" + ours_query());
  std::vector<std::string> ids;
  for (const Json& container : containers) {
    const auto id = member_or<std::string>(container, "Id", "");
    if (id.empty() || (!also_living && sandbox::owner_lives(owner_of(container)))) continue;
    ids.push_back(id);
  }
  co_return ids;
}

Task<std::vector<std::string>> Engine::reap(bool also_living) {
  const std::vector<std::string> unwanted = co_await abandoned(also_living);
  for (const std::string& id : unwanted) co_await api_.remove_container(id);
  co_await reap_volumes(also_living);
  co_return unwanted;
}

// They go with their container; these are of one that was never finished or was removed by others.
Task<> Engine::reap_volumes(bool also_living) {
  const Json answer = co_await api_.get("/volumes?" + ours_query());
  const Json volumes = answer.value("Volumes", Json::array());
  for (const Json& volume : volumes) {
    const auto name = member_or<std::string>(volume, "Name", "");
    if (name.empty() || (!also_living && sandbox::owner_lives(owner_of(volume)))) continue;
    co_await api_.remove_volume(name);
  }
}

std::pair<std::string, std::string> repository_and_tag(const std::string& name) {
  const std::size_t colon = name.rfind(':');
  const bool tagged = colon != std::string::npos && !name.substr(colon).contains('/');
  if (!tagged) return {name, "latest"};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

Task<Json> Engine::version() { co_return co_await api_.get("/version"); }

}  // namespace redcode::docker
