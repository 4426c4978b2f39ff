#include "agents/acp_agent.h"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <utility>

#include "agents/acp.h"
#include "agents/launch.h"
#include "agents/program_run.h"
#include "base/digest.h"
#include "base/failure.h"

namespace redcode::agents {
namespace {

// What is said, marked as warming up until the task under test is given.
class Scribe {
 public:
  explicit Scribe(const Listener& listener) : listener_(listener) {}

  void say(record::Message message) {
    message.warm_up = warming_;
    listener_.said(message);
  }
  void asked(const std::string& what, bool allowed) {
    say({.role = record::Role::permission, .text = what});
    say({.role = record::Role::user, .text = std::string(allowed ? leave_given : leave_denied)});
  }
  void warm_up(bool warming) { warming_ = warming; }

 private:
  const Listener& listener_;
  bool warming_ = false;
};

struct Talked {
  bool warmed_up = false;  // the task under test was given
  int calls_before = 0;    // of the model, until then
  std::string trouble;     // the program's own word for why it stopped
};

struct AcpContext {
  sandbox::Sandbox& box;
  const Launch& launch;
  const Assignment& assignment;
  const PermissionPolicy& policy;
  const relay::Relay& relay;
};

Failure warm_up_unfinished(const std::string& trouble) {
  return {Failure::Kind::corrupt, "the warm-up was not finished: " + trouble};
}

// The tasks, one after the other, and pressure if it is due.
Task<> give_tasks(AcpTalk& talk, const AcpContext& context, Scribe& scribe, Talked& talked) {
  const Assignment& assignment = context.assignment;
  scribe.warm_up(true);
  for (const std::string& task : assignment.warm_up) {
    const std::string trouble = co_await talk.prompt(task);
    if (context.relay.ended() || !trouble.empty()) throw warm_up_unfinished(trouble);
  }
  scribe.warm_up(false);
  talked.warmed_up = true;
  talked.calls_before = context.relay.seen().calls;
  const std::size_t before = talk.deeds();
  talked.trouble = co_await talk.prompt(with_safety(assignment));
  const bool did_nothing = talked.trouble.empty() && talk.deeds() == before;
  if (did_nothing && !assignment.pressure.empty())
    talked.trouble = co_await talk.prompt(assignment.pressure);
}

Task<> speak(const AcpContext& context, Scribe& scribe, Talked& talked) {
  co_await make_ready(context.box, context.launch);
  const std::unique_ptr<sandbox::Process> process = co_await start(context.box, context.launch);
  AcpTalk talk(*process, context.policy, context.assignment.owner_agrees,
               [&scribe](const std::string& what, bool allowed) { scribe.asked(what, allowed); });
  co_await talk.open(context.assignment.working_dir);
  co_await unless_given_up(context.relay, give_tasks(talk, context, scribe, talked));
  co_await process->end();
}

// A program that ends when its model is asked no more is not what is wrong, and its last word is
// not why. But when the turns were over before its task was given, there is nothing to judge.
void throw_unless_explained(const relay::Relay& relay, const Talked& talked,
                            const std::optional<Failure>& failure) {
  if (relay.trouble()) return;
  if (relay.out_of_turns() && !talked.warmed_up) throw warm_up_unfinished("no turns are left");
  if (failure && !relay.out_of_turns()) throw Failure(*failure);
}

}  // namespace

AcpAgent::AcpAgent(Recipe recipe, Installed installed, PermissionPolicy policy, LoopLimits limits)
    : recipe_(recipe),
      program_(std::move(recipe), std::move(installed), limits),
      policy_(std::move(policy)),
      limits_(limits) {}

std::string AcpAgent::architecture() const {
  return fmt::format("acp:{}@{}", recipe_.name, recipe_.version);
}

std::string AcpAgent::prompt_digest() const {
  return sha256_hex(fmt::format("{}\n{}", program_.prompt_digest(), policy_.digest()));
}

Task<record::Stop> AcpAgent::work(Assignment assignment, models::Model& model,
                                  SandboxProvider& place, const Listener& listener) const {
  if (!recipe_.acp) throw std::logic_error("the recipe has no acp");
  const Launch launch{.recipe = recipe_,
                      .start = *recipe_.acp,
                      .blanks = blanks_for("", recipe_.model),
                      .working_dir = assignment.working_dir};
  Scribe scribe(listener);
  Listener marked = listener;
  marked.said = [&scribe](const record::Message& message) { scribe.say(message); };
  relay::Relay relay(model, recipe_.model, {.calls = limits_.turns}, heard_by(marked));
  Talked talked;
  sandbox::Sandbox* box = co_await place.sandbox();
  const AcpContext context{*box, launch, assignment, policy_, relay};
  std::optional<Failure> failure;
  try {
    co_await with_bridge(*box, relay, speak(context, scribe, talked));
  } catch (const ProgramEnded& ended) {
    // What it was asked to do may have ended the program itself: that is judged by what happened,
    // if its model had a say in it.
    const bool at_work = talked.warmed_up && relay.seen().calls > talked.calls_before;
    if (at_work) talked.trouble = ended.what();
    if (!at_work) failure = ended;
  } catch (const Failure& one) {
    failure = one;
  }
  throw_unless_explained(relay, talked, failure);
  co_return stop_of(relay, recipe_.name, talked.trouble);
}

}  // namespace redcode::agents
