#include "sandbox/docker/exec_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/pause.h"

namespace redcode::docker {

using namespace std::chrono_literals;

Task<std::string> create_exec(const Api& api, const ExecWish& wish) {
  const Json body = {{"AttachStdin", wish.fed},
                     {"AttachStdout", true},
                     {"AttachStderr", true},
                     {"Tty", false},
                     {"User", wish.user},
                     {"Cmd", wish.command.argv},
                     {"WorkingDir", wish.command.working_dir}};
  const Json created = co_await api.post(fmt::format("/containers/{}/exec", wish.container), body);
  co_return member_or<std::string>(created, "Id", "");
}

Task<ExecState> exec_state(const Api& api, std::string exec_id) {
  const Json told = co_await api.get(fmt::format("/exec/{}/json", exec_id));
  ExecState state{.running = member_or(told, "Running", true),
                  .pid = member_or<pid_t>(told, "Pid", 0)};
  const bool coded = told.contains("ExitCode") && told.at("ExitCode").is_number_integer();
  if (!state.running && coded) state.code = told.at("ExitCode").get<int>();
  co_return state;
}

Task<ExecState> await_exec_state(const Api& api, std::string exec_id, EnoughState enough,
                                 std::chrono::steady_clock::time_point deadline) {
  auto step = 2ms;
  while (true) {
    const ExecState state = co_await exec_state(api, exec_id);
    if (enough(state) || std::chrono::steady_clock::now() >= deadline) co_return state;
    co_await pause_for(step);
    step = std::min(step * 2, 100ms);
  }
}

}  // namespace redcode::docker
