#include "sandbox/docker/container.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <utility>

#include "base/failure.h"
#include "base/run.h"
#include "base/small_file.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "base/uncancellable.h"
#include "sandbox/cgroup.h"
#include "sandbox/docker/fence.h"
#include "sandbox/docker/layer_seeding.h"
#include "sandbox/world_tar.h"

namespace redcode::docker {
namespace {

bool is_readable_directory(const std::filesystem::path& path) {
  const Fd directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return static_cast<bool>(directory);
}

std::string status_of(pid_t process) {
  return read_small_file(fmt::format("/proc/{}/status", process));
}

Json layers_in(const Json& inspected) {
  const Json driver = inspected.value("GraphDriver", Json::object());
  const Json layers = driver.is_object() ? driver.value("Data", Json::object()) : Json::object();
  return layers.is_object() ? layers : Json::object();
}

// Podman names it only while it is mounted, but it is always the upper one's neighbour.
std::filesystem::path merged_in(const Json& inspected) {
  const auto named = member_or<std::string>(layers_in(inspected), "MergedDir", "");
  return named.empty() ? upper_in(inspected).parent_path() / "merged"
                       : std::filesystem::path(named);
}

bool same_file_system(const std::filesystem::path& one, const std::filesystem::path& other) {
  struct stat first{};
  struct stat second{};
  return stat(one.c_str(), &first) == 0 && stat(other.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev;
}

// Where the daemon keeps the volume it mounted at `path` inside.
std::string source_of(const Json& inspected, const std::string& path) {
  for (const Json& mount : inspected.value("Mounts", Json::array())) {
    if (member_or<std::string>(mount, "Destination", "") == path) {
      return member_or<std::string>(mount, "Source", "");
    }
  }
  return "";
}

bool is_in_tmpfs(const record::Policy& policy, const std::string& path) {
  return std::ranges::any_of(tmpfs_paths(policy), [&path](const std::string& place) {
    return sandbox::is_within(path, place);
  });
}

// Docker's own host name file comes from outside the layers and is writable where paths are bound
// over themselves: it is covered by one of the world's.
record::World with_host_name(record::World world) {
  constexpr const char* path = "/etc/hostname";
  const bool seeded =
      std::ranges::find(world.files, path, &record::SeededFile::path) != world.files.end();
  if (seeded) return world;
  world.files.push_back(
      {.path = path, .content = fmt::format("{}\n", sandbox::host_name), .owner = "root"});
  return world;
}

}  // namespace

std::filesystem::path upper_in(const Json& inspected) {
  return member_or<std::string>(layers_in(inspected), "UpperDir", "");
}

std::vector<std::filesystem::path> lowers_in(const Json& inspected) {
  std::vector<std::filesystem::path> lowers;
  const Json layers = layers_in(inspected);
  for (const std::string& lower : split(member_or<std::string>(layers, "LowerDir", ""), ':')) {
    if (!lower.empty()) lowers.emplace_back(lower);
  }
  return lowers;
}

std::vector<std::filesystem::path> layers_of_image(const Json& inspected) {
  std::vector<std::filesystem::path> layers = lowers_in(inspected);
  const std::filesystem::path top = upper_in(inspected);
  if (!top.empty()) layers.insert(layers.begin(), top);
  return layers;
}

Container::Container(EngineContext context, Image image, record::Policy policy)
    : context_(std::move(context)), image_(std::move(image)), policy_(std::move(policy)) {}

// What was neither closed nor abandoned. Should the daemon not answer, reap() removes it later, by
// its owner label.
Container::~Container() {
  if (id_.empty()) return;
  context_.aftercare->leave(
      [api = context_.api, id = id_] { run(api.remove_container(id, longest_removal)); });
}

Task<> Container::abandon() {
  const std::string id = std::exchange(id_, "");
  layer_.reset();
  host_view_ = {};
  if (!id.empty()) co_await context_.api.remove_container(id, longest_removal);
}

SpecTerms Container::terms_for(const record::World& world) const {
  const Daemon& daemon = context_.daemon;
  SpecTerms terms{.image = image_.id,
                  .runtime = daemon.runtime,
                  .host_kernel = daemon.host_kernel,
                  .podman = daemon.podman,
                  .layer_quota = daemon.layer_quota,
                  .obedient = !daemon.host_kernel || !(daemon.here || host_view_.remote),
                  .beside = beside_};
  if (!daemon.binds_read_only()) return terms;
  for (const std::string& path : read_only_paths(policy_, world)) {
    // Those of the kernel are the runtime's own business.
    if (sandbox::is_within(path, "/proc") || sandbox::is_within(path, "/sys")) continue;
    if (path == "/etc/hostname" || sandbox::in_layers(image_.lowers, path)) {
      terms.bound.push_back(path);
    }
  }
  return terms;
}

void Container::settle_beside(const sandbox::Sandbox& neighbour) {
  beside_ = neighbour.id();
  beside_init_ = neighbour.host_view().init;
}

Task<> Container::begin(record::World world) {
  sandbox::require_plain_paths(world);
  const sandbox::EngineSlots::Permit permit = co_await context_.gate->enter();
  if (context_.daemon.here) {
    require_no_submounts(policy_);
  } else if (!policy_.mounts.empty()) {
    fail("a daemon elsewhere cannot show directories of this host");
  }
  if (context_.companion) co_await call_companion();
  world = with_network_files(std::move(world));
  if (context_.authority) world = context_.authority->trusted_in(std::move(world));
  if (context_.daemon.binds_read_only()) world = with_host_name(std::move(world));
  const Json inspected = co_await make(world);
  const Json state = inspected.value("State", Json::object());
  told_pid_ = member_or<pid_t>(state, "Pid", 0);
  if (!member_or(state, "Running", false) || told_pid_ <= 0) fail("the sandbox did not start");
  host_view_.observers = observers_of(context_.daemon);
  host_view_.host_kernel = context_.daemon.host_kernel;
  host_view_.authority = context_.authority;
  if (context_.daemon.here) {
    look_in(inspected, world);
  } else if (host_view_.remote) {
    co_await look_from_beside(inspected, world);
  } else {
    co_await plant_from_inside(world);
  }
  watch_layer();
}

// Gives the daemon's account of the started container, which grants everything.
Task<Json> Container::make(record::World world) {
  SpecTerms terms = terms_for(world);
  user_ = sandbox::user_of(policy_, world);
  bound_ = terms.bound;
  // The container's own root has no name yet when its mounts must be named. This one leads there as
  // soon as it has.
  std::optional<TempDir> way;
  if (!bound_.empty()) {
    way.emplace("root");
    terms.root = way->path() / "root";
    std::filesystem::create_directory_symlink("/", terms.root);
  }
  const Json spec = container_spec(policy_, world, terms);
  // Cut in two, it would leave a container whose id nobody knows.
  co_await uncancellable(create(spec));
  if (way) {
    const Json created = co_await inspect();
    find_layers(created);
    std::filesystem::remove(terms.root);
    std::filesystem::create_directory_symlink(merged_in(created), terms.root);
  }
  co_await seed(world);
  co_await context_.api.post(fmt::format("/containers/{}/start", id_));
  Json inspected = co_await inspect();
  require_granted(spec, inspected, context_.daemon.podman);
  co_return inspected;
}

Task<Json> Container::inspect() const {
  co_return co_await context_.api.get(fmt::format("/containers/{}/json", id_));
}

Task<> Container::create(const Json& spec) {
  const Json created = co_await context_.api.post("/containers/create", spec);
  id_ = member_or<std::string>(created, "Id", "");
  if (id_.empty()) throw Failure(Failure::Kind::corrupt, "the container daemon gave no id");
}

Task<> Container::seed(const record::World& world) {
  const sandbox::Ids dev = sandbox::ids_of(policy_.user);
  sandbox::TarPlan plan{.world = world, .dev = dev};
  const bool here = context_.daemon.here;
  const std::set<std::string> known =
      here ? std::set<std::string>() : co_await known_parents(world);
  plan.exists = [this, here, &known](const std::string& path) {
    return here ? sandbox::in_layers(image_.lowers, path) : known.contains(path);
  };
  plan.elsewhere = tmpfs_paths(policy_);
  plan.elsewhere.insert(plan.elsewhere.end(), bound_.begin(), bound_.end());
  co_await context_.api.put_tar(id_, sandbox::world_tar(plan));
  if (bound_.empty()) co_return;
  plant_in_layer(world, dev, {.upper = host_view_.upper, .lowers = host_view_.lowers}, bound_);
}

// For layers that cannot be read from here: which directories on the way to the world's files the
// image has.
Task<std::set<std::string>> Container::known_parents(const record::World& world) const {
  std::set<std::string> parents;
  std::vector<std::string> paths = {world.working_dir + "/."};
  for (const record::SeededFile& file : world.files) paths.push_back(file.path);
  for (const std::string& path : paths) {
    for (std::size_t end = path.find('/', 1); end != std::string::npos;
         end = path.find('/', end + 1)) {
      parents.insert(path.substr(0, end));
    }
  }
  if (host_view_.remote && !image_.lowers.empty()) {
    co_return co_await known_beside(std::move(parents));
  }
  std::set<std::string> known;
  for (const std::string& parent : parents) {
    if (co_await context_.api.has_path(id_, parent)) known.insert(parent);
  }
  co_return known;
}

// What belongs in a tmpfs, where only a program inside can write.
Task<> Container::plant_from_inside(const record::World& world) {
  sandbox::TarPlan plan{.world = {.working_dir = "/"}, .dev = sandbox::ids_of(policy_.user)};
  const std::string own = world.root ? "root" : "dev";
  for (const record::SeededFile& file : world.files) {
    if (!is_in_tmpfs(policy_, file.path)) continue;
    if (file.owner != own) fail(fmt::format("{} can only be seeded from the host", file.path));
    plan.world.files.push_back(file);
  }
  if (plan.world.files.empty()) co_return;
  plan.exists = [this, places = tmpfs_paths(policy_)](const std::string& path) {
    return !is_in_tmpfs(policy_, path) || std::ranges::find(places, path) != places.end();
  };
  sandbox::Command command{.argv = {"tar", "--no-same-owner", "-xpf", "-", "-C", "/"},
                           .stdin_bytes = sandbox::world_tar(plan),
                           .working_dir = "/"};
  const sandbox::Ending ending = co_await exec(std::move(command));
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  if (exited == nullptr || exited->code != 0) fail("files could not be seeded from inside");
}

void Container::find_layers(const Json& inspected) {
  host_view_.upper = upper_in(inspected);
  host_view_.lowers = lowers_in(inspected);
  const bool here = !host_view_.upper.empty() && !host_view_.lowers.empty() &&
                    is_readable_directory(host_view_.upper) &&
                    is_readable_directory(host_view_.lowers[0]);
  if (!here) {
    fail(
        "evidence needs root beside a local Docker daemon with the overlay2 storage driver: "
        "the sandbox's layers cannot be read from here");
  }
}

// Opens the window from this host, and checks the confinement there.
void Container::look_in(const Json& inspected, const record::World& world) {
  find_layers(inspected);
  const bool host_kernel = context_.daemon.host_kernel;
  host_view_.init = told_pid_;
  init_ = sandbox::InitProcess(host_view_.init);
  death_ = Fd(static_cast<int>(syscall(SYS_pidfd_open, host_view_.init, 0)));
  if (!init_.lives()) fail("the sandbox did not start");
  require_own_namespaces(host_view_.init, namespaces_of(context_.daemon));
  if (!beside_.empty()) require_same_network(host_view_.init, beside_init_);
  if (host_kernel) {
    require_confined(status_of(host_view_.init));
  } else {
    require_filtered(host_view_.init);
  }
  if (context_.daemon.podman) {
    require_covered(host_view_.init, bound_, sandbox::masked_paths());
    require_no_dumps(host_view_.init);
  }
  sandbox::Cgroup::of(host_view_.init);  // throws where it has none of its own
  host_view_.id_shift = id_shift_of(host_view_.init);
  host_view_.merged = merged_in(inspected);
  const std::filesystem::path seen = fmt::format("/proc/{}/root", host_view_.init);
  if (host_kernel && !same_file_system(host_view_.merged, seen)) host_view_.merged = seen;
  open_tmpfs(inspected, world);
}

void Container::open_tmpfs(const Json& inspected, const record::World& world) {
  std::vector<std::string> paths = tmpfs_paths(policy_);
  const bool host_kernel = context_.daemon.host_kernel;
  // Only root may write to the rest of /dev.
  if (world.root && host_kernel) paths.emplace_back("/dev");
  const std::uint32_t shift = host_view_.id_shift;
  sandbox::Ids dev = sandbox::ids_of(policy_.user);
  dev = {.uid = dev.uid + shift, .gid = dev.gid + shift};
  for (const record::SeededFile& file : world.files) {
    if (shift != 0 && file.owner == "root" && is_in_tmpfs(policy_, file.path)) {
      fail(fmt::format("{} cannot be root's: the daemon maps user ids", file.path));
    }
  }
  for (const std::string& path : paths) {
    // Nothing of the agent's has run yet, so the path leads where the image says.
    const std::string outside = host_kernel ? fmt::format("/proc/{}/root{}", host_view_.init, path)
                                            : source_of(inspected, path);
    Fd directory(::open(outside.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory) fail(fmt::format("cannot look into the sandbox's {}", path));
    if (path != "/dev") sandbox::plant_in_tmpfs(world, dev, directory.get(), path);
    host_view_.tmpfs.push_back({.path = path, .directory = std::move(directory)});
  }
}

// Both are asked: the kernel knows of a death first, the daemon knows whose pid it is.
Task<> Container::require_running(std::string why) const {
  if (layer_full()) why = "the sandbox wrote more than its disk limit, and died";
  if (context_.daemon.here && !init_.lives()) fail(why);
  if (host_view_.remote && !co_await lives_beside()) fail(why);
  const std::optional<Json> inspected =
      co_await context_.api.find(fmt::format("/containers/{}/json", id_));
  const Json state = inspected ? inspected->value("State", Json::object()) : Json::object();
  const bool same = member_or<pid_t>(state, "Pid", 0) == told_pid_;
  if (!member_or(state, "Running", false) || !same) fail(why);
}

Task<> Container::stop() {
  co_await require_running("the sandbox died before its end");
  co_await context_.api.post(fmt::format("/containers/{}/kill?signal=SIGKILL", id_));
  co_await context_.api.post(fmt::format("/containers/{}/wait?condition=not-running", id_));
}

Task<> Container::close() {
  layer_.reset();
  if (id_.empty()) co_return;
  const sandbox::EngineSlots::Permit permit = co_await context_.gate->enter();
  co_await context_.api.remove_container(id_);
  id_.clear();
  host_view_.tmpfs.clear();
  host_view_.remote.reset();
}

}  // namespace redcode::docker
