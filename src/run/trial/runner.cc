#include "run/trial/runner.h"

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/failure.h"
#include "base/pause.h"
#include "base/uncancellable.h"
#include "base/with_background.h"
#include "judge/judge.h"
#include "record/tries.h"

namespace redcode::trial {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// What a record refers to, until its trial is over.
class PendingBlobs {
 public:
  std::string add(std::string_view bytes) {
    std::string digest = sha256_hex(bytes);
    kept_.try_emplace(digest, bytes);
    return digest;
  }
  std::optional<std::string> find(std::string_view digest) const {
    const auto found = kept_.find(digest);
    if (found == kept_.end()) return std::nullopt;
    return found->second;
  }
  // The digests of those that are too large to be kept.
  Task<std::set<std::string>> move_to(store::Store& store) {
    std::set<std::string> too_large;
    for (auto& [digest, bytes] : kept_) {
      try {
        co_await store.put(std::move(bytes));
      } catch (const Failure& failure) {
        if (failure.kind() != Failure::Kind::too_large) throw;
        too_large.insert(digest);
      }
    }
    kept_.clear();
    co_return too_large;
  }

 private:
  std::map<std::string, std::string, std::less<>> kept_;
};

void forget_blobs(record::Evidence& evidence) {
  for (record::Observation& observation : evidence.observations) {
    if (auto* sent = std::get_if<record::DataSent>(&observation.fact)) sent->digest.clear();
    if (auto* ran = std::get_if<record::CommandRan>(&observation.fact)) ran->digest.clear();
  }
}

std::string empty_transcript() { return dump_json(record::to_json(record::Transcript())); }

// What is left of a trial whose transcript could not be kept: what was seen. What rests on its
// words does not stand.
record::Record without_transcript(record::Record record, std::string failure,
                                  const corpus::Case& subject, const analysis::Rulebook* rulebook) {
  const record::Transcript silence;
  record.failure = std::move(failure);
  record.transcript_digest = sha256_hex(empty_transcript());
  record.verdict =
      judge::judge(subject, {record.evidence, silence, record.stop, record.failure, rulebook, {}});
  return record;
}

}  // namespace

Runner::Runner(asio::any_io_executor executor, RunnerOptions options, Dependencies dependencies)
    : options_(options),
      dependencies_(std::move(dependencies)),
      executor_(executor),
      slots_(executor, options_.concurrency),
      places_(executor, options_.sandboxes > 0 ? options_.sandboxes : options_.concurrency),
      sandboxes_(options_.sandboxes > 0 ? options_.sandboxes : options_.concurrency),
      scope_(executor),
      grace_(executor),
      news_(executor) {}

Task<> Runner::run() {
  const auto helpers = [this](Scope& scope) {
    if (dependencies_.queue.beat_interval() > 0ms) scope.spawn(keep_leases());
    if (dependencies_.room) scope.spawn(keep_to_room());
    scope.spawn(end_grace());
  };
  try {
    co_await with_background<bool>(helpers, lead());
  } catch (...) {
    fail();
  }
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await scope_.join();
  co_await asio::this_coro::throw_if_cancelled(true);
  if (fatal_) std::rethrow_exception(fatal_);
}

// Takes trials as long as there are any, then waits for those that run.
Task<bool> Runner::lead() {
  bool more = true;
  while (more && !stopping_) {
    Semaphore::Permit place = co_await slots_.acquire();
    if (in_outage()) co_await sit_out_outage();
    if (!stopping_) more = co_await take_some(std::move(place));
  }
  while (progress_.running > 0) co_await news_.wait();
  co_return true;
}

// False: the run is over, or will be without this runner's taking anything more.
Task<bool> Runner::take_some(Semaphore::Permit first) {
  std::vector<Semaphore::Permit> places;
  places.push_back(std::move(first));
  while (std::optional<Semaphore::Permit> more = slots_.try_acquire()) {
    if (in_outage()) break;  // one is enough to find out
    places.push_back(*std::move(more));
  }
  // An answer that nobody waits for any more would be trials that nobody runs.
  std::vector<queue::Lease> leases =
      co_await uncancellable(dependencies_.queue.lease(places.size()));
  for (queue::Lease& lease : leases) {
    if (stopping_) {  // what came too late to be run is nobody's fault
      co_await dependencies_.queue.give_back(lease);
      continue;
    }
    ++progress_.running;
    scope_.spawn(one(std::move(lease), std::move(places.back())));
    places.pop_back();
  }
  if (!leases.empty()) co_return true;
  places.clear();
  if (co_await dependencies_.queue.over()) co_return false;
  co_await dependencies_.queue.wait();
  co_return true;
}

// Each trial that fails makes the next wait longer, up to a minute.
Task<> Runner::sit_out_outage() {
  const std::size_t probes = failed_in_a_row_ - (2 * options_.concurrency + 8);
  const auto wait = options_.outage_wait * (1 << std::min<std::size_t>(probes, 6));
  while (in_outage() && !stopping_ && Clock::now() < last_failed_ + wait) {
    co_await news_.wait_until(last_failed_ + wait);
  }
}

// The permit is given back when the trial's frame goes, also on cancellation. A trial that was cut
// short goes back to the queue, as if nobody had taken it.
Task<> Runner::one(queue::Lease lease, Semaphore::Permit permit) {
  const Semaphore::Permit held = std::move(permit);
  const auto entry = under_way_.insert(under_way_.end(), {lease.trial.case_id, Clock::now()});
  bool cut_short = false;
  try {
    co_await attempt(lease);
  } catch (const boost::system::system_error& error) {
    cut_short = true;
    if (error.code() != asio::error::operation_aborted) fail();
  } catch (...) {
    cut_short = true;
    fail();
  }
  if (cut_short) {
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    try {
      co_await dependencies_.queue.give_back(lease);
    } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): a beat without it gives it back
    }
  }
  under_way_.erase(entry);
  --progress_.running;
  news_.set();
}

Task<> Runner::attempt(const queue::Lease& lease) {
  const TrialParts work = dependencies_.work_for(lease.trial);
  PendingBlobs kept;
  const Keep keep = [&kept](std::string_view bytes) { return kept.add(bytes); };
  Parts parts{dependencies_.engine, work.agent, *work.model, keep};
  parts.watcher.spent = dependencies_.spent;
  parts.observe = dependencies_.observe;
  parts.prompting = work.prompting;
  parts.places = &places_;
  parts.rulebook = dependencies_.rulebook;
  parts.contents = [&kept](std::string_view digest) { return kept.find(digest); };
  record::Record record = co_await run_trial(work.subject, lease.trial, std::move(parts));
  record.attempts = lease.attempt;
  std::optional<Failure> lost;
  std::set<std::string> too_large;
  try {
    too_large = co_await kept.move_to(dependencies_.store);
  } catch (const Failure& failure) {
    if (failure.kind() == Failure::Kind::unwritable) throw;  // a full disk: nothing can go on
    lost = failure;
  }
  if (lost) {
    record =
        without_transcript(std::move(record), lost->what(), work.subject, dependencies_.rulebook);
    record.fault = record::Fault::harness;
    forget_blobs(record.evidence);
  } else if (too_large.contains(record.transcript_digest)) {
    // Trying again would make no smaller one.
    record = without_transcript(std::move(record), "the transcript is too large to be kept",
                                work.subject, dependencies_.rulebook);
    co_await dependencies_.store.put(empty_transcript());
  }
  co_await settle(lease, std::move(record));
}

Task<> Runner::settle(const queue::Lease& lease, record::Record record) {
  // Every further trial would end the same way.
  const bool broke = record.stop == record::Stop::budget;
  if (broke) stopping_ = true;
  // What was seen before the money ran out is a result.
  if (broke && !options_.keep_budget_stops && !record.verdict.attempt) {
    co_await dependencies_.queue.give_back(lease);
    co_return;
  }
  note_provider(record);
  const bool faulty = !record::is_final(record);
  const record::Record whole = dependencies_.queue.whole(lease, record);
  const bool counted = faulty ? co_await dependencies_.queue.fail(lease, record)
                              : co_await dependencies_.queue.complete(lease, record);
  if (!counted) {
    ++progress_.refused;
  } else if (faulty && lease.attempt < options_.attempts) {
    ++progress_.retried;
    dependencies_.retried(record, progress_);
  } else {
    ++progress_.finished;
    dependencies_.finished(whole, progress_);
  }
}

void Runner::note_provider(const record::Record& record) {
  const bool away = in_outage();
  if (record.fault == record::Fault::provider) {
    ++failed_in_a_row_;
    last_failed_ = Clock::now();
  } else if (record.fault == record::Fault::none) {
    failed_in_a_row_ = 0;
  }
  if (in_outage() != away) dependencies_.outage(!away);
}

// A worker that the queue has given up must not go on with trials that are somebody else's now.
Task<> Runner::keep_leases() {
  while (true) {
    co_await pause_for(dependencies_.queue.beat_interval());
    bool ours = false;
    try {
      ours = co_await dependencies_.queue.beat();
    } catch (const Failure&) {  // not to be reached for so long that they are lost
      ours = false;
    }
    if (!ours) scope_.cancel();
  }
}

Task<> Runner::keep_to_room() {
  try {
    while (true) {
      const std::size_t most = options_.sandboxes > 0 ? options_.sandboxes : options_.concurrency;
      sandboxes_ = std::min(most, dependencies_.room(places_.taken()));
      places_.set_places(sandboxes_);
      co_await pause_for(1s);
    }
  } catch (const Failure&) {
    fail();  // there will be none: those who wait for it would wait for ever
  }
}

Task<> Runner::end_grace() {
  co_await grace_.passed();
  stop();
}

void Runner::drain() {
  stopping_ = true;
  grace_.set(options_.grace);
  news_.set();
}

void Runner::stop() {
  stopping_ = true;
  scope_.cancel();
  news_.set();
}

void Runner::set_concurrency(std::size_t trials) {
  options_.concurrency = trials;
  slots_.set_places(trials);
  if (options_.sandboxes == 0 && !dependencies_.room) {
    sandboxes_ = trials;
    places_.set_places(trials);
  }
}

void Runner::fail() {
  if (!fatal_) fatal_ = std::current_exception();
  stop();
}

}  // namespace redcode::trial
