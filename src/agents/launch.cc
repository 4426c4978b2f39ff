#include "agents/launch.h"

#include <fmt/format.h>

#include <boost/asio/this_coro.hpp>
#include <exception>
#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/bridge.h"

namespace redcode::agents {
namespace {

std::string last_words(const sandbox::Ending& ending) {
  return one_line(ending.err.empty() ? ending.out : ending.err, 500);
}

bool went_well(const sandbox::Ending& ending) {
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  return exited != nullptr && exited->code == 0;
}

// The path is below the home of whoever runs it, which is not the same in every world.
Task<> write_file(sandbox::Sandbox& box, std::string path, std::string text) {
  constexpr const char* script = R"(umask 077; f="$HOME/$1"; mkdir -p "${f%/*}" && cat >"$f")";
  sandbox::Command command{.argv = {"/bin/sh", "-c", script, "sh", path},
                           .stdin_bytes = std::move(text),
                           .working_dir = "/"};
  const sandbox::Ending ending = co_await box.exec(std::move(command));
  if (!went_well(ending)) {
    fail(fmt::format("cannot write {} inside: {}", path, last_words(ending)));
  }
}

// `env NAME=VALUE... argv`, all blanks filled.
sandbox::Command command_for(const Argv& argv, const Launch& launch) {
  sandbox::Command command{.argv = {"/usr/bin/env"}, .working_dir = launch.working_dir};
  for (const auto& [name, value] : launch.start.environment) {
    command.argv.push_back(fmt::format("{}={}", name, filled(value, launch.blanks)));
  }
  for (const std::string& word : argv) command.argv.push_back(filled(word, launch.blanks));
  return command;
}

}  // namespace

Blanks blanks_for(std::string task, std::string model) {
  return {.task = std::move(task),
          .base = fmt::format("http://127.0.0.1:{}", bridge_port),
          .model = std::move(model),
          .agent = agent_folder};
}

Task<> make_ready(sandbox::Sandbox& box, const Launch& launch) {
  for (const auto& [path, text] : launch.start.files) {
    co_await write_file(box, path, filled(text, launch.blanks));
  }
  for (const Argv& argv : launch.recipe.before) {
    sandbox::Command command = command_for(argv, launch);
    const sandbox::Ending ending = co_await box.exec(std::move(command));
    if (went_well(ending)) continue;
    fail(fmt::format("{} could not be set up: {}: {}", launch.recipe.name, argv.front(),
                     last_words(ending)));
  }
}

Task<std::unique_ptr<sandbox::Process>> start(sandbox::Sandbox& box, const Launch& launch) {
  sandbox::Command command = command_for(launch.start.command, launch);
  co_return co_await box.start(std::move(command));
}

Task<> with_bridge(sandbox::Sandbox& box, relay::Relay& relay, Task<> work) {
  if (box.host_view().remote) {
    fail(
        "an agent program needs an engine on this host: the bridge to its model does not reach "
        "a remote daemon's sandboxes");
  }
  sandbox::Bridge::Handler handler = [&relay](sandbox::Bridge::Socket socket) {
    return relay.serve(std::move(socket));
  };
  const std::unique_ptr<sandbox::Bridge> bridge =
      co_await sandbox::Bridge::open(box.host_view().init, bridge_port, std::move(handler));
  std::exception_ptr failure;
  try {
    co_await std::move(work);
  } catch (...) {
    failure = std::current_exception();
  }
  // Cancelled or not, no connection may outlive the relay.
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  relay.end();
  co_await bridge->close();
  if (failure) std::rethrow_exception(failure);
  co_await asio::this_coro::reset_cancellation_state(asio::enable_terminal_cancellation());
}

}  // namespace redcode::agents
