#include "sandbox/oci/container.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <exception>
#include <utility>

#include "base/failure.h"
#include "base/off_thread.h"
#include "base/pause.h"
#include "base/random.h"
#include "base/text.h"
#include "base/uncancellable.h"
#include "sandbox/confinement.h"
#include "sandbox/oci/network.h"
#include "sandbox/oci/places.h"
#include "sandbox/oci/process.h"
#include "sandbox/oci/remains.h"
#include "sandbox/oci/strays.h"
#include "sandbox/oci/user_counts.h"
#include "sandbox/oci/verify.h"
#include "sandbox/seccomp.h"
#include "sandbox/world_tar.h"

namespace redcode::oci {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t guest_kernel_threads = 64;

std::string path_of(const Fd& fd) { return fmt::format("/proc/{}/fd/{}", getpid(), fd.get()); }

Task<> give_up() {
  fail("what a command started could not be killed");
  co_return;
}

}  // namespace

std::set<record::Observer> observers_of(const EngineContext& context) {
  std::set<record::Observer> observers = {record::Observer::files, record::Observer::git,
                                          record::Observer::network, record::Observer::processes,
                                          record::Observer::exec};
  // gVisor's file server opens what it only looks at: that would be evidence of nothing.
  if (context.runtime.host_kernel())
    observers.insert({record::Observer::accesses, record::Observer::limits});
  if (context.calls) observers.insert(record::Observer::attempts);
  return observers;
}

Container::Container(std::shared_ptr<EngineContext> context, std::filesystem::path image,
                     record::Policy policy)
    : context_(std::move(context)),
      image_(std::move(image)),
      policy_(std::move(policy)),
      id_(random_token(id_length)) {}

// Blocking work that owns what it removes; nothing is left to this object afterwards.
std::function<bool()> Container::removal() {
  struct Processes {
    std::optional<Child> first;
    std::optional<Child> file_server;
  };
  const auto processes = std::make_shared<Processes>(
      Processes{std::exchange(first_, std::nullopt), std::exchange(file_server_, std::nullopt)});
  host_view_ = {};
  namespaces_ = {};
  folder_.clear();
  return [processes, id = id_] {
    if (processes->first) processes->first->kill();
    if (processes->first && !processes->first->wait_blocking(50ms)) reap_strays();
    processes->first.reset();
    processes->file_server.reset();
    return remove_sandbox(id);
  };
}

// What was neither closed nor abandoned.
Container::~Container() {
  if (!folder_.empty()) context_->aftercare->leave([remove = removal()] { remove(); });
}

Task<> Container::abandon() {
  if (!folder_.empty()) co_await off_thread(removal());
}

Task<> Container::begin(record::World world, Namespaces others) {
  sandbox::require_plain_paths(world);
  namespaces_ = std::move(others);
  world_ = sandbox::with_network_files(std::move(world));
  if (context_->authority) world_ = context_->authority->trusted_in(std::move(world_));
  const sandbox::EngineSlots::Permit permit = co_await context_->gate.enter();
  folder_ = sandbox_folder(id_);
  make_owned_folder(folder_, shift());
  write_file(folder_ / "runtime", context_->runtime.name());
  mount_layer();
  mount_extras();
  plant_world();
  const BundlePlan plan = bundle_plan();
  write_file(folder_ / "config.json", dump_json(config_of(plan)));
  co_await uncancellable(start_first());
  co_await settle();
  if (shift() > 0 && context_->runtime.host_kernel()) limit_user_counts(host_view_.init);
  require_enforced(plan, host_view_.init, context_->runtime.host_kernel());
  open_host_view();
}

// The runtime comes back a moment before the first process has become what it is to be.
Task<> Container::settle() {
  const std::string status = fmt::format("/proc/{}/status", host_view_.init);
  const auto deadline = std::chrono::steady_clock::now() + longest_start;
  while (context_->runtime.host_kernel() &&
         !read_small_file(status).starts_with("Name:\tsleep\n")) {
    require_alive("the sandbox did not start");
    if (std::chrono::steady_clock::now() > deadline) fail("the sandbox does not start");
    co_await pause_for(1ms);
  }
  require_alive("the sandbox did not start");
}

BundlePlan Container::bundle_plan() {
  BundlePlan plan{.policy = policy_,
                  .world = world_,
                  .rootfs = host_view_.merged,
                  .cgroup = cgroup_path(id_),
                  .binds = binds_,
                  .id_shift = shift()};
  const bool host_kernel = context_->runtime.host_kernel();
  set_up_reports(plan);
  if (!host_kernel && !namespaces_.network) namespaces_.network = lonely_network();
  if (namespaces_.network) plan.network_namespace = path_of(namespaces_.network);
  if (namespaces_.user) plan.user_namespace = path_of(namespaces_.user);
  if (host_kernel) return plan;
  plan.kernel_threads = guest_kernel_threads;
  const std::vector<Bind> shut = read_only_binds();
  plan.binds.insert(plan.binds.begin(), shut.begin(), shut.end());
  return plan;
}

// What tells of the sandbox while it runs: it listens before anything runs inside. Nobody asks what
// programs beside the agent's do.
void Container::set_up_reports(BundlePlan& plan) {
  const bool wanted = !namespaces_.network;
  if (!context_->runtime.host_kernel()) {
    const std::filesystem::path socket = folder_ / "trace.sock";
    if (context_->guests && wanted) host_view_.processes = context_->guests->listen(socket);
    if (host_view_.processes) write_file(folder_ / "trace.json", GuestTrace::configuration(socket));
    return;
  }
  const std::filesystem::path socket = folder_ / "calls.sock";
  if (context_->calls && wanted) host_view_.calls = context_->calls->listen(socket);
  sandbox::Reported reported;
  if (host_view_.calls) {
    reported = {.calls = CallRecorder::notified(),
                .rules = CallRecorder::notify_rules,
                .listener = socket.string()};
  }
  plan.seccomp = sandbox::seccomp_profile(reported);
}

// gVisor knows nothing of read-only paths, but of read-only mounts.
std::vector<Bind> Container::read_only_binds() const {
  std::vector<Bind> binds;
  for (const std::string& path : sandbox::read_only_paths(policy_, world_)) {
    const std::filesystem::path source = host_view_.merged / path.substr(1);
    std::error_code error;
    const auto status = std::filesystem::symlink_status(source, error);
    const bool covered = std::ranges::any_of(
        binds, [&path](const Bind& bind) { return sandbox::is_within(path, bind.target); });
    const bool there =
        std::filesystem::is_directory(status) || std::filesystem::is_regular_file(status);
    if (there && !covered) binds.push_back({.source = source, .target = path, .read_only = true});
  }
  return binds;
}

Task<> Container::start_first() {
  Child runtime({.argv = context_->runtime.run(id_, folder_), .dies_with_us = true});
  if (!co_await runtime.wait(longest_start)) fail("the runtime hangs");
  const std::string text = read_small_file(folder_ / "pid");
  pid_t pid = 0;
  std::from_chars(text.data(), text.data() + text.size(), pid);
  if (runtime.exit_code() != 0 || pid <= 0) {
    fail(fmt::format("{} did not start the sandbox: {}", context_->runtime.name(),
                     one_line(read_small_file(folder_ / "log"), 400)));
  }
  first_ = Child(pid);
  init_ = sandbox::InitProcess(pid);
  host_view_.init = pid;
  if (const pid_t server = context_->runtime.file_server(id_); server > 0) {
    file_server_ = Child(server);
  }
}

void Container::open_host_view() {
  const bool host_kernel = context_->runtime.host_kernel();
  if (world_.root && host_kernel) {
    // Only root may write to the rest of /dev.
    Fd dev = look_at(fmt::format("/proc/{}/root/dev", host_view_.init));
    host_view_.tmpfs.push_back({.path = "/dev", .directory = std::move(dev)});
  }
  host_view_.authority = context_->authority;
  host_view_.host_kernel = host_kernel;
  host_view_.observers = observers_of(*context_);
}

void Container::require_alive(const char* why) const {
  if (!init_.lives()) fail(why);
}

CommandPlan Container::command_plan(const sandbox::Command& command) {
  const sandbox::Ids user = sandbox::ids_of(sandbox::user_of(policy_, world_));
  return {.runtime = context_->runtime,
          .gate = context_->gate,
          .id = id_,
          .folder = folder_,
          .process = process_of(policy_, world_, command.argv, command.working_dir),
          .user = {.user = user.uid + shift(), .group = user.gid + shift()},
          .fed = !command.stdin_bytes.empty()};
}

ExecPlan Container::exec_plan(const sandbox::Command& command) {
  return {.command = command_plan(command),
          .input = command.stdin_bytes,
          .time_limit = policy_.command_timeout,
          .output_limit = policy_.output_limit,
          .kill_all = [this] { return end_all(); }};
}

Task<> Container::end_all() {
  const pid_t init = host_view_.init;
  if (context_->runtime.host_kernel()) {
    std::function<bool()> kill = [init] { return sandbox::Cgroup::of(init).kill_all_but(init); };
    const bool killed = co_await off_thread(std::move(kill));
    if (!killed) fail("what a command started could not be killed");
    co_return;
  }
  // The host's processes there are gVisor's own; only its kernel can tell its programs apart.
  const sandbox::Command everything{.argv = {"/bin/sh", "-c", "kill -9 -1"}, .working_dir = "/"};
  ExecPlan plan = exec_plan(everything);
  plan.time_limit = longest_end;
  plan.kill_all = [] { return give_up(); };
  const sandbox::Ending ending = co_await exec_in_sandbox(std::move(plan));
  if (!std::holds_alternative<sandbox::Exited>(ending.how)) co_await give_up();
}

std::vector<std::string> Container::terminal_command(std::vector<std::string> argv) const {
  return context_->runtime.on_terminal({.id = id_,
                                        .user = sandbox::user_of(policy_, world_),
                                        .working_dir = world_.working_dir,
                                        .argv = std::move(argv)});
}

Task<sandbox::Ending> Container::exec(sandbox::Command command) {
  ExecPlan plan = exec_plan(command);
  std::exception_ptr failure;
  sandbox::Ending ending;
  try {
    ending = co_await exec_in_sandbox(std::move(plan));
  } catch (const Failure&) {
    failure = std::current_exception();
  }
  // First of all: what a dying sandbox printed is no command's output.
  co_await sandbox::let_death_show(ending);
  require_alive("the sandbox died");
  if (failure) std::rethrow_exception(failure);
  co_return ending;
}

Task<std::unique_ptr<sandbox::Process>> Container::start(sandbox::Command command) {
  require_alive("the sandbox died");
  std::unique_ptr<sandbox::Process> process =
      co_await start_in_sandbox(command_plan(command), host_view_.init);
  co_await process->write(std::move(command.stdin_bytes));
  co_return process;
}

Task<> Container::stop() {
  require_alive("the sandbox died before its end");
  co_await end_processes();
}

Task<> Container::end_processes() {
  if (first_) first_->kill();
  const auto deadline = std::chrono::steady_clock::now() + longest_end;
  if (context_->runtime.leaves_strays()) reap_strays();
  while (first_ && !co_await first_->wait(50ms)) {
    reap_strays();
    if (std::chrono::steady_clock::now() > deadline) {
      fail("the sandbox's first process cannot be killed");
    }
  }
  if (file_server_) file_server_->kill();
  if (file_server_) co_await file_server_->wait(longest_end);
}

Task<> Container::close() {
  if (folder_.empty()) co_return;
  const sandbox::EngineSlots::Permit permit = co_await context_->gate.enter();
  co_await end_processes();
  if (first_) {
    Child runtime({.argv = context_->runtime.remove(id_)});
    co_await runtime.wait(longest_end);
    if (runtime.exit_code() != 0) {
      fail(fmt::format("{} could not remove the sandbox", context_->runtime.name()));
    }
  }
  host_view_.tmpfs.clear();
  host_view_.calls.reset();
  host_view_.processes.reset();
  namespaces_ = {};
  if (!remove_folder(folder_)) fail(fmt::format("cannot remove {}", folder_.string()));
  folder_.clear();
}

}  // namespace redcode::oci
