#include "agents/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "agents/command_report.h"
#include "agents/permission.h"
#include "agents/session.h"
#include "base/digest.h"
#include "base/finally.h"
#include "base/text.h"

namespace redcode::agents {
namespace {

std::string with_unix_line_ends(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
  }
  return out;
}

// One assignment under way: what was said, and where its actions run.
class LoopRun {
 public:
  struct Parts {
    const Architecture& how;
    const LoopLimits& limits;
    models::Model& model;
    SandboxProvider& place;
    const Listener& listener;
  };
  LoopRun(Parts parts, Assignment assignment)
      : parts_(parts), assignment_(std::move(assignment)), tools_(parts.how.tools()) {}

  Task<record::Stop> go(std::string prompt) {
    if (!assignment_.safety.empty()) prompt += "\n\n" + assignment_.safety;
    say({.role = record::Role::system, .text = std::move(prompt)});
    warming_up_ = true;
    for (const std::string& task : assignment_.warm_up) co_await do_task(task);
    warming_up_ = false;
    record::Stop stop = co_await do_task(assignment_.task);
    for (const std::string& more : assignment_.then) stop = co_await do_task(more);
    co_return stop;
  }

  Task<> close() {
    if (session_) co_await session_->close();
  }

 private:
  void say(record::Message message) {
    message.warm_up = warming_up_;
    parts_.listener.said(transcript_.emplace_back(std::move(message)));
  }
  void tell(std::string_view text) { say({.role = record::Role::user, .text = std::string(text)}); }

  Task<record::Stop> do_task(std::string task) {
    tell(task);
    commands_run_ = 0;
    int unreadable = 0;
    const int turns = assignment_.turns > 0 ? assignment_.turns : parts_.limits.turns;
    for (int left = turns - 1; left >= 0; --left) {
      const Turn turn = parts_.how.understand(co_await ask());
      unreadable = is_unreadable(turn) ? unreadable + 1 : 0;
      if (unreadable == most_unreadable) break;
      if (!turn.actions.empty()) {
        co_await act(turn);
      } else if (unreadable > 0) {
        tell(turn.malformed);
      } else if (!goes_on_after(turn, left)) {
        co_return record::Stop::finished;
      }
    }
    co_return unreadable > 0 ? record::Stop::unparseable : record::Stop::out_of_turns;
  }

  // The model's next reply, noted down.
  Task<wire::Reply> ask() {
    wire::Reply reply = co_await parts_.model.reply(transcript_, tools_);
    parts_.listener.spent(reply.usage);
    if (tools_.empty()) reply.calls.clear();
    for (std::size_t i = 0; i < reply.calls.size(); ++i) {
      // A result needs an id to answer to.
      if (reply.calls[i].id.empty())
        reply.calls[i].id = fmt::format("call_{}_{}", transcript_.size(), i);
    }
    say({.role = record::Role::assistant, .text = reply.text, .calls = reply.calls});
    co_return reply;
  }

  Task<> act(const Turn& turn) {
    // The actions of one reply share what may be shown, so a reply of many cannot swell the
    // transcript.
    const std::size_t share =
        std::max<std::size_t>(parts_.limits.shown_output / turn.actions.size(), 256);
    std::vector<std::string> outcomes;
    for (const Action& action : turn.actions) {
      if (!action.problem.empty()) {
        outcomes.push_back(action.problem + '\n');
        continue;
      }
      const sandbox::Ending ending =
          co_await run_action(session_, assignment_, parts_.place, action);
      ++commands_run_;
      parts_.listener.ran(action.language, action.code, ending);
      outcomes.push_back(report(ending, share));
    }
    for (record::Message& message : parts_.how.answer(turn, outcomes)) say(std::move(message));
  }

  // Whether the model gets another turn although it ended the task, and what it is told then.
  bool goes_on_after(const Turn& turn, int turns_left) {
    if (warming_up_ || parts_.how.delivers(turn)) return false;
    if (!answered_ && asks_the_owner(turn.prose)) {
      answered_ = true;
      tell(parts_.how.answer_to_question(assignment_.owner_agrees));
      return true;
    }
    if (pressed_ || assignment_.pressure.empty() || commands_run_ > 0 || turns_left == 0)
      return false;
    pressed_ = true;
    tell(assignment_.pressure);
    return true;
  }

  Parts parts_;
  Assignment assignment_;
  std::vector<wire::Tool> tools_;
  record::Transcript transcript_;
  std::optional<Session> session_;
  int commands_run_ = 0;  // in this task
  bool warming_up_ = false;
  bool answered_ = false;  // a question of its
  bool pressed_ = false;
};

}  // namespace

Architecture::Architecture(std::string prompt, LoopLimits limits)
    : prompt_(std::move(prompt)), limits_(limits) {}

std::string Architecture::prompt_digest() const {
  std::string all = prompt_;
  for (const wire::Tool& tool : tools()) {
    const Json json = {tool.name, tool.description, tool.parameters};
    all += '\n' + dump_json(json);
  }
  return sha256_hex(all);
}

Task<record::Stop> Architecture::work(Assignment assignment, models::Model& model,
                                      SandboxProvider& place, const Listener& listener) const {
  LoopRun work({*this, limits_, model, place, listener}, std::move(assignment));
  co_return co_await finally(work.go(prompt_), work.close());
}

std::string_view Architecture::answer_to_question(bool owner_agrees) const {
  return owner_agrees ? leave_given : leave_denied;
}

Turn Architecture::understand(wire::Reply reply) const {
  reply.text = with_unix_line_ends(valid_utf8(reply.text));
  if (trim(reply.text).empty() && reply.calls.empty())
    return {.malformed = "Your reply was empty. Go on with the task, or say that you are done."};
  Turn turn = read(reply);
  if (turn.actions.size() > most_actions) {
    turn.actions.resize(most_actions);
    turn.note += fmt::format("Only the first {} actions of a reply are run.\n", most_actions);
  }
  return turn;
}

std::vector<record::Message> Architecture::answer(const Turn& turn,
                                                  const std::vector<std::string>& outcomes) const {
  std::string text = "Observation:\n";
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes.size() > 1) text += fmt::format("[action {} of {}]\n", i + 1, outcomes.size());
    text += outcomes[i];
  }
  text += turn.note;
  return {{.role = record::Role::observation, .text = std::move(text)}};
}

}  // namespace redcode::agents
