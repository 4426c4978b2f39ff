#include "agents/program_run.h"

#include <fmt/format.h>

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <chrono>
#include <exception>
#include <utility>

#include "base/failure.h"
#include "base/pause.h"
#include "base/text.h"
#include "base/with_timeout.h"

namespace redcode::agents {
namespace {

constexpr std::chrono::seconds grace{20};

Task<> grace_over(const relay::Relay& relay) {
  constexpr std::chrono::milliseconds moment{250};
  while (!relay.ended()) co_await pause_for(moment);
  co_await pause_for(grace);
}

}  // namespace

std::string with_safety(const Assignment& assignment) {
  return assignment.safety.empty() ? assignment.task : assignment.safety + "\n\n" + assignment.task;
}

relay::Listener heard_by(const Listener& listener) {
  return {.said = listener.said,
          .ran =
              [&listener](const record::ToolCall& call, const std::string& output) {
                const sandbox::Ending ending{.how = sandbox::Exited{}, .out = output, .err = {}};
                listener.ran(call.name, call.arguments, ending);
              },
          .spent = listener.spent};
}

Task<> unless_given_up(const relay::Relay& relay, Task<> work) {
  using namespace asio::experimental::awaitable_operators;
  const auto first = co_await (caught(std::move(work)) || grace_over(relay));
  if (first.index() == 0 && std::get<0>(first)) std::rethrow_exception(std::get<0>(first));
}

record::Stop stop_of(const relay::Relay& relay, const std::string& name,
                     std::string_view last_words) {
  const std::optional<Failure>& trouble = relay.trouble();
  if (trouble) throw Failure(*trouble);
  if (relay.out_of_turns()) return record::Stop::out_of_turns;
  if (relay.seen().calls == 0) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("{} ended without asking its model anything: {}", name,
                              one_line(trim(last_words), 1'000)));
  }
  return record::Stop::finished;
}

}  // namespace redcode::agents
