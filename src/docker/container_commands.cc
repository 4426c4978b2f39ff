// What runs in a Container: commands, programs that are talked to, and the end of them all.
#include <fmt/format.h>

#include <exception>
#include <utility>

#include "base/failure.h"
#include "docker/container.h"
#include "docker/end_all.h"
#include "docker/exec.h"
#include "docker/process.h"

namespace redcode::docker {

// Of a kernel that is this host's, the control group is asked; otherwise a program inside does it.
Task<> Container::end_all() {
  const Daemon& daemon = ground_.daemon;
  if (daemon.here && daemon.host_kernel) {
    co_await end_all_from_host(window_.init);
  } else if (window_.remote) {
    co_await end_all_from_beside(*window_.remote);
  } else {
    co_await end_all_from_inside(ground_.api, id_, death_.get());
  }
}

Task<> Container::abandon_programs() {
  if (window_.remote) {
    co_await end_all_from_beside(*window_.remote);
  } else {
    // What the first process of such sandboxes obeys to: container_spec.h.
    co_await ground_.api.post(fmt::format("/containers/{}/kill?signal=SIGUSR1", id_));
  }
}

std::vector<std::string> Container::terminal_command(std::vector<std::string> argv) const {
  return on_terminal(id_, user_, std::move(argv));
}

Task<sandbox::Ending> Container::exec(sandbox::Command command) {
  ExecLimits limits{.user = user_, .time = policy_.command_timeout, .output = policy_.output_limit};
  limits.end_all = [this] { return end_all(); };
  limits.init = death_.get();
  std::exception_ptr failure;
  sandbox::Ending ending;
  try {
    ending = co_await exec_in_container(ground_.api, id_, std::move(command), std::move(limits));
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
  const Daemon& daemon = ground_.daemon;
  std::string input = std::exchange(command.stdin_bytes, {});
  ProcessPlan plan{
      .api = ground_.api,
      .wish = {.container = id_, .command = std::move(command), .user = user_, .fed = true},
      .require_running = [this] { return require_running("the sandbox died"); },
      .end_all = [this] { return end_all(); },
      .abandon = [this] { return abandon_programs(); }};
  if (daemon.here && daemon.host_kernel) plan.init = window_.init;
  if (!daemon.host_kernel) plan.death = death_.get();
  co_await require_running("the sandbox died");
  std::unique_ptr<sandbox::Process> process = co_await start_in_container(std::move(plan));
  co_await process->write(std::move(input));
  co_return process;
}

}  // namespace redcode::docker
