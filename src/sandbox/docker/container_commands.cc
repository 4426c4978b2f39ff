// What runs in a Container: commands, programs that are talked to, and the end of them all.
#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <utility>

#include "base/failure.h"
#include "base/run.h"
#include "sandbox/cgroup.h"
#include "sandbox/docker/container.h"
#include "sandbox/docker/end_all.h"
#include "sandbox/docker/exec.h"
#include "sandbox/docker/process.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;

// As a shell says it when the disk is full.
sandbox::Ending no_room() {
  sandbox::Ending ending;
  ending.how = sandbox::Exited{126};
  ending.err = "cannot start the command: no space left on device\n";
  return ending;
}

}  // namespace

// Of a kernel that is this host's, the control group is asked; otherwise a program inside does it.
Task<> Container::end_all() {
  const Daemon& daemon = context_.daemon;
  if (daemon.here && daemon.host_kernel) {
    co_await end_all_from_host(host_view_.init);
  } else if (host_view_.remote) {
    co_await end_all_from_beside(*host_view_.remote);
  } else {
    co_await end_all_from_inside(context_.api, id_, death_.get());
  }
}

Task<> Container::abandon_programs() {
  if (host_view_.remote) {
    co_await end_all_from_beside(*host_view_.remote);
  } else {
    // What the first process of such sandboxes obeys to: container_spec.h.
    co_await context_.api.post(fmt::format("/containers/{}/kill?signal=SIGUSR1", id_));
  }
}

std::vector<std::string> Container::terminal_command(std::vector<std::string> argv) const {
  return on_terminal(id_, user_, std::move(argv));
}

// The daemon counts for sandboxes that cannot be looked into from here.
void Container::watch_layer() {
  LayerWatch::Layer layer;
  if (policy_.disk_limit > 0) layer.most.bytes = policy_.disk_limit;
  const Daemon& daemon = context_.daemon;
  if (daemon.here && daemon.host_kernel) {
    layer.measure = [upper = host_view_.upper, most = layer.most] {
      return size_of_layer(upper, most);
    };
    layer.end_all = [group = sandbox::Cgroup::of(host_view_.init), init = host_view_.init] {
      group.kill_all_but(init);
    };
  } else {
    layer.pause = 2s;
    layer.measure = [api = context_.api, id = id_] {
      const Json told = run(api.get(fmt::format("/containers/{}/json?size=1", id)));
      return LayerSize{.bytes = member_or<std::uint64_t>(told, "SizeRw", 0)};
    };
    // What the first process of a sandbox with nobody beside it obeys to; others it ends.
    const char* signal = host_view_.remote ? "SIGKILL" : "SIGUSR1";
    layer.end_all = [api = context_.api, path = fmt::format("/containers/{}/kill?signal={}", id_,
                                                            signal)] { run(api.post(path)); };
  }
  layer_ = context_.layers->watch(std::move(layer));
  host_view_.layer_full = [layer = layer_] { return layer->over(); };
}

Task<sandbox::Ending> Container::exec(sandbox::Command command) {
  if (layer_full()) co_return no_room();
  ExecLimits limits{.user = user_, .time = policy_.command_timeout, .output = policy_.output_limit};
  limits.end_all = [this] { return end_all(); };
  limits.init = death_.get();
  std::exception_ptr failure;
  sandbox::Ending ending;
  try {
    ending = co_await exec_in_container(context_.api, id_, std::move(command), std::move(limits));
  } catch (const Failure&) {
    failure = std::current_exception();
  }
  // First of all: what a dying sandbox printed is no command's output.
  co_await sandbox::let_death_show(ending);
  co_await require_running("the sandbox died");
  if (failure) std::rethrow_exception(failure);
  co_return ending;
}

Task<std::unique_ptr<sandbox::Process>> Container::start(sandbox::Command command) {
  if (layer_full()) {
    throw Failure(Failure::Kind::unavailable, "the sandbox wrote more than its disk limit");
  }
  const Daemon& daemon = context_.daemon;
  std::string input = std::exchange(command.stdin_bytes, {});
  ProcessPlan plan{
      .api = context_.api,
      .wish = {.container = id_, .command = std::move(command), .user = user_, .fed = true},
      .require_running = [this] { return require_running("the sandbox died"); },
      .end_all = [this] { return end_all(); },
      .abandon = [this] { return abandon_programs(); }};
  if (daemon.here && daemon.host_kernel) plan.init = host_view_.init;
  if (!daemon.host_kernel) plan.death = death_.get();
  co_await require_running("the sandbox died");
  std::unique_ptr<sandbox::Process> process = co_await start_in_container(std::move(plan));
  co_await process->write(std::move(input));
  co_return process;
}

}  // namespace redcode::docker
