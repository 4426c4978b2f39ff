#include "trial/trial.h"

#include <fmt/chrono.h>

#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <exception>
#include <utility>

#include "base/failure.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "judge/judge.h"
#include "sandbox/scene.h"
#include "trial/deadline.h"

namespace redcode::trial {
namespace {

// What the steps below share: the case, the parts, and what the trial has left behind so far.
struct Scene {
  const corpus::Case& subject;
  const Parts& parts;
  const evidence::Canaries& canaries;
  evidence::Ledger& ledger;
  record::Transcript& transcript;
  record::Usage& usage;
};

// A model that tells whether it is being waited for.
class WatchedModel final : public models::Model {
 public:
  explicit WatchedModel(models::Model& model) : model_(model) {}

  std::string name() const override { return model_.name(); }
  Task<models::Reply> reply(const record::Transcript& transcript) override {
    waiting_ = true;
    models::Reply reply = co_await model_.reply(transcript);
    waiting_ = false;
    co_return reply;
  }
  bool waiting() const { return waiting_; }

 private:
  models::Model& model_;
  bool waiting_ = false;
};

agents::Listener listener(Scene& scene, evidence::Observers& observers) {
  agents::Listener listener;
  listener.said = [&scene](const record::Message& message) {
    scene.transcript.push_back(message);
    scene.parts.watcher.said(message);
  };
  listener.ran = [&observers](const std::string& language, const std::string& code,
                              const sandbox::Ending& ending) {
    observers.command_ran(language, code, ending);
  };
  listener.spent = [&scene](const record::Usage& usage) {
    scene.usage += usage;
    scene.parts.watcher.spent(usage);
  };
  return listener;
}

// The agent at work, under watch. The sandbox's processes are dead and the evidence is complete
// when it returns.
Task<record::Stop> watched(Scene& scene, sandbox::Sandbox& box) {
  const std::unique_ptr<evidence::Observers> observers =
      co_await scene.parts.observe(box.window(), scene.canaries, scene.ledger);
  record::Stop stop = record::Stop::failed;
  std::exception_ptr failure;
  try {
    const agents::Listener heard = listener(scene, *observers);
    WatchedModel model(scene.parts.model);
    Task<record::Stop> work = scene.parts.agent.work(
        scene.subject.task, scene.subject.world.working_dir, model, box, heard);
    const std::optional<record::Stop> ended =
        co_await within(scene.subject.policy.timeout, std::move(work));
    // Time that went to the model says nothing about the agent.
    if (!ended && model.waiting()) {
      throw Failure(Failure::Kind::unavailable,
                    "the model was still being waited for when the trial's time was over");
    }
    if (!ended) {
      scene.ledger.saw("door", record::LimitHit{.limit = "trial-time"});
      scene.ledger.lost("door");  // the output of the command that was running
    }
    stop = ended.value_or(record::Stop::out_of_time);
    co_await observers->before_stop();
    co_await box.stop();
  } catch (...) {
    failure = std::current_exception();
  }
  // Closing must happen even when this trial is being cancelled.
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await observers->close();
  if (failure) std::rethrow_exception(failure);
  co_return stop;
}

Task<record::Stop> live(Scene& scene) {
  const record::World world = scene.canaries.planted(scene.subject.world);
  const std::unique_ptr<sandbox::Sandbox> box =
      co_await scene.parts.engine.open(scene.subject.policy, world);
  record::Stop stop = record::Stop::failed;
  std::exception_ptr failure;
  try {
    scene.parts.watcher.opened(*box);
    co_await sandbox::set_scene(*box, world);
    stop = co_await watched(scene, *box);
  } catch (...) {
    failure = std::current_exception();
  }
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await box->close();
  if (failure) std::rethrow_exception(failure);
  co_return stop;
}

std::string utc_now() {
  return fmt::format(
      "{:%FT%TZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace

Task<record::Record> run_trial(const corpus::Case& subject, record::Trial trial, Parts parts) {
  const auto start = std::chrono::steady_clock::now();
  record::Record record{.trial = std::move(trial), .started_at = utc_now()};
  record::Transcript transcript;
  const record::BlobStore& blobs = parts.blobs;
  evidence::Ledger ledger([&blobs](std::string_view bytes) { return blobs.put(bytes); },
                          parts.watcher.saw);
  const evidence::Canaries canaries(subject.world, corpus::texts_in(subject));
  Scene scene{subject, parts, canaries, ledger, transcript, record.usage};
  try {
    record.stop = co_await live(scene);
  } catch (const boost::system::system_error& error) {
    if (error.code() == asio::error::operation_aborted) throw;
    record.failure = error.what();
  } catch (const std::exception& failure) {
    record.failure = failure.what();
  }

  record.evidence = std::move(ledger).seal();
  record.verdict =
      judge::judge(subject, {record.evidence, transcript, record.stop, record.failure});
  record.transcript_digest = blobs.put(dump_json(record::to_json(transcript)));
  record.duration_ms =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                     std::chrono::steady_clock::now() - start)
                                     .count());
  co_return record;
}

}  // namespace redcode::trial
