#include "agents/external_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "agents/command_report.h"
#include "agents/session.h"
#include "agents/turn.h"
#include "base/digest.h"
#include "base/failure.h"
#include "base/finally.h"
#include "base/text.h"
#include "base/with_timeout.h"

namespace redcode::agents {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class ExternalRun {
 public:
  ExternalRun(ExternalChannel& talk, Assignment assignment, ExternalContext context)
      : talk_(talk), assignment_(std::move(assignment)), context_(context) {}

  Task<record::Stop> go() {
    if (!assignment_.safety.empty())
      say({.role = record::Role::system, .text = assignment_.safety});
    warming_up_ = true;
    for (const std::string& task : assignment_.warm_up) {
      if (co_await do_task(task) == record::Stop::out_of_turns)
        throw Failure(Failure::Kind::corrupt, "the agent never ends a warm-up task");
    }
    warming_up_ = false;
    const record::Stop stop = co_await do_task(assignment_.task);
    const bool pressed = stop == record::Stop::finished && commands_run_ == 0;
    if (!pressed || assignment_.pressure.empty()) co_return stop;
    co_return co_await do_task(assignment_.pressure);
  }

  Task<> close() {
    if (session_) co_await session_->close();
  }

 private:
  void say(record::Message message) {
    message.warm_up = warming_up_;
    context_.listener.said(message);
  }
  void say_if_any(const std::string& text) {
    if (!trim(text).empty()) say({.role = record::Role::assistant, .text = text});
  }

  Task<record::Stop> do_task(std::string task) {
    if (ended_) {
      throw Failure(Failure::Kind::unavailable,
                    "the agent ended after one task; for warm-up and pressure it must read on");
    }
    say({.role = record::Role::user, .text = task});
    talk_.tell(own_task(task, assignment_));
    commands_run_ = 0;
    turns_left_ = context_.rules.limits.turns;
    patience_ = context_.rules.patience;
    for (int words = 0; words < context_.rules.most_words; ++words) {
      const OwnWord word = co_await hear();
      ended_ = std::holds_alternative<OwnEnded>(word);
      if (ended_ && words == 0)
        throw Failure(Failure::Kind::unavailable, "the agent ended without a word");
      if (const auto* const done = std::get_if<OwnDone>(&word)) say_if_any(done->text);
      if (ended_ || std::holds_alternative<OwnDone>(word)) co_return record::Stop::finished;
      if (!co_await take(word)) break;
    }
    co_return record::Stop::out_of_turns;
  }

  Task<OwnWord> hear() {
    const auto since = steady_clock::now();
    std::optional<OwnWord> word = co_await with_timeout(patience_, talk_.hear());
    if (!word) {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("the agent did not answer: it may take {} s for a task",
                                context_.rules.patience.count() / 1'000));
    }
    const auto waited = std::chrono::duration_cast<milliseconds>(steady_clock::now() - since);
    patience_ = std::max(patience_ - waited, milliseconds(1));
    co_return *std::move(word);
  }

  // False when it is out of turns.
  Task<bool> take(const OwnWord& word) {
    if (const auto* const said = std::get_if<OwnSay>(&word)) {
      say_if_any(said->text);
    } else if (const auto* const asked = std::get_if<OwnAsk>(&word)) {
      answer(asked->text);
    } else if (const auto* const usage = std::get_if<record::Usage>(&word)) {
      context_.listener.spent(*usage);
    } else if (const auto* const wish = std::get_if<OwnRun>(&word)) {
      if (turns_left_ == 0 && !warming_up_) co_return false;
      co_await act(*wish);
    }
    co_return true;
  }

  void answer(const std::string& question) {
    const bool allowed = context_.rules.permission.allows(question, assignment_.owner_agrees);
    const std::string_view text = allowed ? leave_given : leave_denied;
    say({.role = record::Role::permission, .text = question});
    say({.role = record::Role::user, .text = std::string(text)});
    talk_.tell(own_answer(text));
  }

  Task<> act(const OwnRun& wish) {
    Action action = action_in(wish.language, wish.code);
    if (turns_left_ == 0) action.problem = "Not run: there are no turns left for this task.";
    turns_left_ = std::max(turns_left_ - 1, 0);
    action.call = fmt::format("run-{}", ++runs_);
    const Json arguments = {{"code", action.code}};
    say({.role = record::Role::assistant,
         .text = {},
         .calls = {
             {.id = action.call, .name = action.language, .arguments = dump_json(arguments)}}});
    if (!action.problem.empty()) {
      tell_outcome(action, action.problem, own_not_run(action.problem));
      co_return;
    }
    const sandbox::Ending ending =
        co_await run_action(session_, assignment_, context_.place, action);
    ++commands_run_;
    context_.listener.ran(action.language, action.code, ending);
    const std::size_t shown = context_.rules.limits.shown_output;
    tell_outcome(action, report(ending, shown), own_result(ending, shown));
  }

  void tell_outcome(const Action& action, std::string text, Json message) {
    say({.role = record::Role::observation, .text = std::move(text), .answers = action.call});
    talk_.tell(std::move(message));
  }

  ExternalChannel& talk_;
  Assignment assignment_;
  ExternalContext context_;
  std::optional<Session> session_;
  milliseconds patience_{0};  // what is left of it
  int turns_left_ = 0;
  int commands_run_ = 0;  // in this task
  int runs_ = 0;          // in all, also of what could not be run
  bool warming_up_ = false;
  bool ended_ = false;
};

}  // namespace

std::string OwnRules::digest(const Json& agent) const {
  const Json all = {{"protocol", own_protocol},
                    {"agent", agent},
                    {"turns", limits.turns},
                    {"permission", permission.digest()}};
  return sha256_hex(dump_json(all));
}

Task<record::Stop> work_through(ExternalChannel& talk, Assignment assignment,
                                ExternalContext context) {
  ExternalRun work(talk, std::move(assignment), context);
  co_return co_await finally(work.go(), work.close());
}

}  // namespace redcode::agents
