#include "sandbox/docker_sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/failure.h"
#include "base/run.h"
#include "base/shield.h"
#include "base/text.h"
#include "sandbox/container_spec.h"
#include "sandbox/docker_exec.h"
#include "sandbox/world_tar.h"

namespace redcode::sandbox {
namespace {

using namespace std::chrono_literals;

[[noreturn]] void fail(const std::string& what) { throw Failure(Failure::Kind::unavailable, what); }

bool is_readable_directory(const std::filesystem::path& path) {
  const Fd directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return static_cast<bool>(directory);
}

std::string status_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/status", process));
  return {std::istreambuf_iterator<char>(file), {}};
}

bool was_killed(const Ending& ending) {
  constexpr int by_sigkill = 128 + 9;
  const auto* exited = std::get_if<Exited>(&ending.how);
  return exited != nullptr && exited->code == by_sigkill;
}

Task<> pause_for(std::chrono::milliseconds span) {
  asio::steady_timer timer(co_await asio::this_coro::executor, span);
  co_await timer.async_wait(asio::use_awaitable);
}

}  // namespace

DockerSandbox::DockerSandbox(DockerApi api, std::shared_ptr<Gate> gate, record::Policy policy)
    : api_(std::move(api)), gate_(std::move(gate)), policy_(std::move(policy)) {}

DockerSandbox::~DockerSandbox() {
  if (id_.empty()) return;
  try {
    run(api_.remove_container(id_, 15s));
  } catch (...) {  // NOLINT(bugprone-empty-catch): reap() removes it later, by its owner label
  }
}

Task<> DockerSandbox::begin(record::World world) {
  const Semaphore::Permit permit = co_await gate_->enter();
  world = with_network_files(std::move(world));
  const Json spec = container_spec(policy_, world);
  // Cut in two, it would leave a container whose id nobody knows.
  co_await shield(create(spec));
  find_layers(co_await api_.get(fmt::format("/containers/{}/json", id_)));

  TarPlan plan{.world = world, .dev = ids_of(policy_.user)};
  plan.exists = [this](const std::string& path) { return in_layers(window_.lowers, path); };
  for (const record::Tmpfs& one : policy_.tmpfs) plan.elsewhere.push_back(one.path);
  co_await api_.put_tar(id_, world_tar(plan));
  co_await api_.post(fmt::format("/containers/{}/start", id_));

  const Json inspected = co_await api_.get(fmt::format("/containers/{}/json", id_));
  require_granted(spec, inspected);
  const Json state = inspected.value("State", Json::object());
  window_.init = member_or<pid_t>(state, "Pid", 0);
  if (!member_or(state, "Running", false) || window_.init <= 0) fail("the sandbox did not start");
  init_ = InitProcess(window_.init);
  require_confined(status_of(window_.init));
  open_tmpfs(world);
}

Task<> DockerSandbox::create(const Json& spec) {
  const Json created = co_await api_.post("/containers/create", spec);
  id_ = member_or<std::string>(created, "Id", "");
  if (id_.empty()) throw Failure(Failure::Kind::corrupt, "the container daemon gave no id");
}

void DockerSandbox::find_layers(const Json& inspected) {
  const Json driver = inspected.value("GraphDriver", Json::object());
  const Json layers = driver.value("Data", Json::object());
  window_.upper = member_or<std::string>(layers, "UpperDir", "");
  for (const std::string& lower : split(member_or<std::string>(layers, "LowerDir", ""), ':')) {
    if (!lower.empty()) window_.lowers.emplace_back(lower);
  }
  const bool here = !window_.upper.empty() && !window_.lowers.empty() &&
                    is_readable_directory(window_.upper) &&
                    is_readable_directory(window_.lowers[0]);
  if (!here) {
    fail(
        "evidence needs root beside a local Docker daemon with the overlay2 storage driver: "
        "the sandbox's layers cannot be read from here");
  }
}

void DockerSandbox::open_tmpfs(const record::World& world) {
  std::vector<std::string> paths = {"/dev/shm"};
  // Only root may write to the rest of /dev.
  if (world.root) paths.emplace_back("/dev");
  for (const record::Tmpfs& one : policy_.tmpfs) paths.push_back(one.path);
  for (const std::string& path : paths) {
    // Nothing of the agent's has run yet, so the path leads where the image says.
    const std::string outside = fmt::format("/proc/{}/root{}", window_.init, path);
    Fd directory(::open(outside.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory) fail(fmt::format("cannot look into the sandbox's {}", path));
    if (path != "/dev") plant_in_tmpfs(world, ids_of(policy_.user), directory.get(), path);
    window_.tmpfs.push_back({.path = path, .directory = std::move(directory)});
  }
}

// Both are asked: the kernel knows of a death first, the daemon knows whose pid it is.
Task<> DockerSandbox::require_running(std::string why) const {
  if (!init_.lives()) fail(why);
  const std::optional<Json> inspected = co_await api_.find(fmt::format("/containers/{}/json", id_));
  const Json state = inspected ? inspected->value("State", Json::object()) : Json::object();
  const bool same = member_or<pid_t>(state, "Pid", 0) == window_.init;
  if (!member_or(state, "Running", false) || !same) fail(why);
}

Task<Ending> DockerSandbox::exec(Command command) {
  const ExecLimits limits{.time = policy_.command_timeout, .output = policy_.output_limit};
  std::exception_ptr failure;
  Ending ending;
  try {
    ending = co_await exec_in_container(api_, id_, std::move(command), limits);
  } catch (const Failure&) {
    failure = std::current_exception();
  }
  // First of all: what a dying sandbox printed is no command's output. What kills a sandbox may
  // kill its commands a moment before its first process, so a killed command gets a second look.
  if (was_killed(ending)) co_await pause_for(50ms);
  co_await require_running("the sandbox died");
  if (failure) std::rethrow_exception(failure);
  co_return ending;
}

Task<> DockerSandbox::stop() {
  co_await require_running("the sandbox died before its end");
  co_await api_.post(fmt::format("/containers/{}/kill?signal=SIGKILL", id_));
  co_await api_.post(fmt::format("/containers/{}/wait?condition=not-running", id_));
}

Task<> DockerSandbox::close() {
  if (id_.empty()) co_return;
  const Semaphore::Permit permit = co_await gate_->enter();
  co_await api_.remove_container(id_);
  id_.clear();
  window_.tmpfs.clear();
}

}  // namespace redcode::sandbox
