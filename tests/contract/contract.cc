#include "contract.h"

#include <unistd.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace redcode::contract {

sandbox::Command bash(std::string script) { return {.argv = {"bash", "-c", std::move(script)}}; }

sandbox::Command python(std::string script) {
  return {.argv = {"python3", "-c", std::move(script)}};
}

int code_of(const sandbox::Ending& ending) {
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  return exited == nullptr ? -1 : exited->code;
}

bool timed_out(const sandbox::Ending& ending) {
  return std::holds_alternative<sandbox::TimedOut>(ending.how);
}

bool flooded(const sandbox::Ending& ending) {
  return std::holds_alternative<sandbox::Flooded>(ending.how);
}

void Contract::SetUp() {
  constexpr unsigned longest_check = 240;  // seconds; one that hangs ends the program
  alarm(longest_check);
  if (!subject().unavailable().empty()) GTEST_SKIP() << subject().unavailable();
}

sandbox::Ending Contract::in_common(sandbox::Command command) {
  try {
    return drive(subject().common().exec(std::move(command)));
  } catch (...) {
    subject().drop_common();
    throw;
  }
}

std::string Contract::common_output(std::string script) {
  const sandbox::Ending ending = in_common(bash(std::move(script)));
  return ending.out + ending.err;
}

std::vector<sandbox::Ending> Contract::in_own(std::vector<sandbox::Command> commands) {
  return drive(run_all(std::move(commands)));
}

std::string Contract::own_output(std::string script) {
  const sandbox::Ending ending = in_own({bash(std::move(script))})[0];
  return ending.out + ending.err;
}

Task<std::vector<sandbox::Ending>> Contract::run_all(std::vector<sandbox::Command> commands) {
  const std::unique_ptr<sandbox::Sandbox> box = co_await open();
  std::vector<sandbox::Ending> endings;
  for (sandbox::Command& command : commands) {
    endings.push_back(co_await box->exec(std::move(command)));
  }
  co_await box->stop();
  co_await box->close();
  co_return endings;
}

std::string name_of(const testing::TestParamInfo<std::string>& param) {
  return test_name(param.param);
}

}  // namespace redcode::contract
