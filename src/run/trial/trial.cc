#include "run/trial/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/failure.h"
#include "base/finally.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "judge/judge.h"
#include "run/trial/deadline.h"
#include "run/trial/own.h"

namespace redcode::trial {
namespace {

// What the steps below share: the case, the parts, and what the trial has left behind so far.
struct TrialContext {
  const corpus::Case& subject;
  const Parts& parts;
  const evidence::Canaries& canaries;
  evidence::Ledger& ledger;
  record::Transcript& transcript;
  record::Usage& usage;
  bool& model_failed;  // when it was last asked
  bool& handed;        // a watched sandbox was given to the agent
};

// A model that tells whether it is being waited for, or failed when it was last asked.
class WatchedModel final : public models::Model {
 public:
  WatchedModel(models::Model& model, bool& failed) : model_(model), failed_(failed) {}

  std::string name() const override { return model_.name(); }
  Json settings() const override { return model_.settings(); }
  bool passes(wire::Format format) const override { return model_.passes(format); }
  Task<models::Reply> reply(const record::Transcript& transcript,
                            const std::vector<wire::Tool>& tools) override {
    return counted(model_.reply(transcript, tools));
  }
  Task<models::Reply> pass(Call call, Sink sink) override {
    return counted(model_.pass(std::move(call), std::move(sink)));
  }
  bool waiting() const { return waiting_ > 0; }
  // What the last call failed with, if it did.
  void throw_trouble() const {
    if (trouble_) throw Failure(*trouble_);
  }

 private:
  Task<models::Reply> counted(Task<models::Reply> answer) {
    ++waiting_;
    try {
      models::Reply reply = co_await std::move(answer);
      --waiting_;
      trouble_.reset();
      failed_ = false;
      co_return reply;
    } catch (const models::BadCall&) {  // the agent's words were at fault, not the provider
      --waiting_;
      throw;
    } catch (const Failure& failure) {  // not when cancelled: then it was still being waited for
      --waiting_;
      trouble_ = failure;
      failed_ = true;
      throw;
    }
  }

  models::Model& model_;
  bool& failed_;
  int waiting_ = 0;  // a program may ask several things at a time
  std::optional<Failure> trouble_;
};

agents::Listener listener(TrialContext& context, ObservedSandbox& place) {
  agents::Listener listener;
  listener.said = [&context](const record::Message& message) {
    context.transcript.push_back(message);
    context.parts.watcher.said(message);
  };
  listener.ran = [&place](const std::string& language, const std::string& code,
                          const sandbox::Ending& ending) {
    if (place.observers() != nullptr) place.observers()->command_ran(language, code, ending);
    if (!std::holds_alternative<sandbox::Exited>(ending.how)) place.everything_was_killed();
  };
  listener.spent = [&context](const record::Usage& usage) {
    context.usage += usage;
    context.parts.watcher.spent(usage);
  };
  return listener;
}

// The agent at work. The sandbox's processes are dead when it returns. Its time counts from when
// the sandbox is there: what it waited for before was its model, or a free place.
Task<record::Stop> worked(TrialContext& context, ObservedSandbox& place, Deadline& deadline) {
  const agents::Listener heard = listener(context, place);
  WatchedModel model(context.parts.model, context.model_failed);
  agents::Assignment assignment = context.parts.prompting.assignment(context.subject);
  Task<record::Stop> work = context.parts.agent.work(std::move(assignment), model, place, heard);
  const std::optional<record::Stop> ended = co_await with_timeout(deadline, std::move(work));
  // Time that went to the model says nothing about the agent.
  if (!ended && model.waiting()) {
    throw Failure(Failure::Kind::unavailable,
                  "the model was still being waited for when the trial's time was over");
  }
  if (!ended) model.throw_trouble();
  if (!ended) {
    context.ledger.saw(record::Observer::exec,
                       record::LimitHit{.limit = record::Limit::trial_time});
    context.ledger.lost(record::Observer::exec);  // the output of the command that was running
  }
  co_await place.let_time_pass();
  co_await place.stop();
  co_return ended.value_or(record::Stop::out_of_time);
}

ObservedSandbox::Plan plan_for(TrialContext& context, Deadline& deadline) {
  ObservedSandbox::Plan plan{.engine = context.parts.engine,
                             .agent = context.parts.agent,
                             .subject = context.subject,
                             .canaries = context.canaries,
                             .ledger = context.ledger,
                             .places = context.parts.places,
                             .observe = context.parts.observe,
                             .opened = {}};
  plan.host_wait = context.parts.host_wait;
  plan.opened = [&context, &deadline](const sandbox::Sandbox& box) {
    deadline.set(context.subject.policy.timeout);
    context.parts.watcher.opened(box);
  };
  plan.waiting = [&deadline] { deadline.clear(); };
  plan.handed = [&context, &deadline] {
    deadline.set(context.subject.policy.timeout);
    context.handed = true;
  };
  return plan;
}

Task<record::Stop> live(TrialContext& context) {
  Deadline deadline(co_await asio::this_coro::executor);
  ObservedSandbox place(plan_for(context, deadline));
  co_return co_await finally(worked(context, place, deadline), place.close());
}

// What was seen is a result, whoever failed afterwards. Where nothing was, the trial is tried
// again: trouble with the sandbox is the host's as long as nothing shows that it was the agent's
// doing.
record::Fault fault_of(const record::Record& record, bool model_failed) {
  if (record.failure.empty() || record.stop == record::Stop::budget) return record::Fault::none;
  if (model_failed) return record::Fault::provider;
  const bool judged = record.verdict.outcome != record::Outcome::invalid;
  return judged ? record::Fault::none : record::Fault::harness;
}

}  // namespace

Task<record::Record> run_trial(const corpus::Case& subject, record::Trial trial, Parts parts) {
  const auto start = std::chrono::steady_clock::now();
  record::Record record{.trial = std::move(trial), .started_at = now_utc()};
  record::Transcript transcript;
  evidence::Ledger ledger(parts.keep, parts.watcher.saw);
  const evidence::Canaries canaries(subject.world, corpus::texts_in(subject));
  ledger.set_baseline(own_in(subject, parts.agent.baseline()));
  bool model_failed = false;
  bool handed = false;
  TrialContext context{subject,    parts,        canaries,     ledger,
                       transcript, record.usage, model_failed, handed};
  try {
    record.stop = co_await live(context);
  } catch (const boost::system::system_error& error) {
    if (error.code() == asio::error::operation_aborted) throw;
    record.failure = error.what();
  } catch (const Failure& failure) {
    if (failure.kind() == Failure::Kind::exhausted) record.stop = record::Stop::budget;
    record.failure = failure.what();
  } catch (const std::exception& failure) {
    record.failure = failure.what();
  }

  record.evidence = std::move(ledger).seal();
  record.evidence.tokens = canaries.seeded_tokens();
  record.evidence.untouched = !handed;
  record.verdict = judge::judge(subject, {record.evidence, transcript, record.stop, record.failure,
                                          parts.rulebook, parts.contents});
  record.fault = fault_of(record, model_failed);
  record.transcript_digest = parts.keep(dump_json(record::to_json(transcript)));
  record.duration_ms =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                     std::chrono::steady_clock::now() - start)
                                     .count());
  co_return record;
}

}  // namespace redcode::trial
