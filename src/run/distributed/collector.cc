#include "run/distributed/collector.h"

#include <fmt/format.h>

#include <utility>

#include "base/clock.h"
#include "base/digest.h"
#include "base/failure.h"
#include "base/off_thread.h"
#include "base/scope.h"
#include "judge/judge.h"
#include "judge/rejudge.h"
#include "judge/stored_record.h"
#include "record/references.h"
#include "record/tries.h"

namespace redcode::distributed {
namespace {

constexpr std::size_t at_a_time = 500;
constexpr std::size_t fetches_at_a_time = 16;
constexpr auto longest_wait = std::chrono::minutes(10);  // for a blob

}  // namespace

Collector::Collector(Results& results, Run run, store::Store& store, record::RunWriter& writer,
                     queue::Finished finished)
    : results_(results),
      run_(std::move(run)),
      store_(store),
      writer_(writer),
      blobs_(writer.folder() / "blobs", record::Writing::durable),
      finished_(std::move(finished)),
      skipped_(finished_.count) {
  for (const corpus::Case& subject : run_.cases) cases_.emplace(subject.id, &subject);
  blobs_.put(dump_json(record::to_json(record::Transcript())));  // of those that have none
  state_.planned = run_.plan.size();
  state_.over = finished_.count;
}

Task<bool> Collector::round(const std::function<void(const record::Record&)>& told) {
  std::vector<fleet::Collected> results = co_await results_.collect(at_a_time);
  idle_ = results.empty();
  std::vector<std::uint64_t> safe;
  std::exception_ptr failure;
  taken_.clear();
  for (Read& read : co_await read_all(std::move(results))) {
    if (read.failure) failure = read.failure;
    const std::uint64_t number = read.number;
    if (!read.failure && co_await take(std::move(read))) safe.push_back(number);
  }
  writer_.flush();
  if (!safe.empty()) co_await results_.mark_collected(std::move(safe));
  for (const record::Record& record : taken_) told(record);
  co_await look_around();
  if (failure) std::rethrow_exception(failure);
  co_return finished_.count == run_.plan.size();
}

// To count a run's trials takes the database a while, if there are many.
Task<> Collector::look_around() {
  const auto now = std::chrono::steady_clock::now();
  const bool last = finished_.count == run_.plan.size();
  if (now - looked_ < std::chrono::seconds(2) && !last) co_return;
  looked_ = now;
  co_await results_.reap();
  state_ = co_await results_.state();
}

Task<std::vector<Collector::Read>> Collector::read_all(std::vector<fleet::Collected> results) {
  std::vector<Read> all(results.size());
  const auto executor = co_await asio::this_coro::executor;
  Semaphore places(executor, fetches_at_a_time);
  Scope scope(executor);
  for (std::size_t i = 0; i < results.size(); ++i) scope.spawn(read(results[i], all[i], places));
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await scope.join();
  co_await asio::this_coro::throw_if_cancelled(true);
  co_return all;
}

Task<> Collector::read(const fleet::Collected& result, Read& into, Semaphore& places) {
  into.number = result.number;
  into.attempt = result.attempt;
  if (result.number >= finished_.over.size() || finished_.over[result.number]) co_return;
  const Semaphore::Permit place = co_await places.acquire();
  Result<record::Record> record =
      result.record ? record::record_from_text(*result.record) : given_up(result);
  if (!record || record->trial != run_.plan.trial(result.number)) co_return;
  try {
    co_await read_whole(result, *std::move(record), into);
  } catch (const Failure&) {
    into.failure = std::current_exception();
  }
}

Task<> Collector::read_whole(const fleet::Collected& result, record::Record record, Read& into) {
  record.attempts = result.attempt;
  record.earlier.clear();  // that is for us to say
  if (!co_await fetch_blobs(record)) co_return;
  into.differs = co_await judge_again(record);
  if (result.tried_before) co_await count_earlier(result.number, record);
  into.record = std::move(record);
}

Task<bool> Collector::judge_again(record::Record& record) const {
  const judge::Stored stored{
      .blobs = [this](const std::string& digest) { return blobs_.get(digest); },
      .rulebook = run_.rulebook};
  const std::function<record::Verdict()> decide = [this, &record, &stored] {
    return judge::judge_stored(case_of(record.trial), record, stored);
  };
  record::Verdict verdict = co_await off_thread(decide);
  const bool differs = !judge::what_changed(record.verdict, verdict).empty();
  record.verdict = std::move(verdict);
  co_return differs;
}

// What cannot be read of an earlier try is lost with it; that there was one is not.
Task<> Collector::count_earlier(std::uint64_t number, record::Record& last) {
  record::Tries tries;
  for (const fleet::EarlierTry& one : co_await results_.earlier_tries(number)) {
    Result<record::Record> tried = record::record_from_text(one.record);
    if (!tried || tried->trial != last.trial) continue;
    tried->attempts = one.attempt;
    tried->earlier.clear();
    if (!co_await fetch_blobs(*tried)) continue;
    co_await judge_again(*tried);
    tries.add(*tried, [this](std::string_view bytes) { return blobs_.put(bytes); });
  }
  tries.count_in(last);
}

// The plan's trials are of these cases only.
const corpus::Case& Collector::case_of(const record::Trial& trial) const {
  return *cases_.at(trial.case_id);
}

Task<bool> Collector::take(Read read) {
  if (read.number >= finished_.over.size()) co_return false;
  if (finished_.over[read.number]) co_return true;
  if (!read.record) {
    co_await results_.reject(read.number);
    co_return false;
  }
  writer_.append(*read.record);
  if (read.differs) run_.differs(*read.record);
  finished_.over[read.number] = true;
  ++finished_.count;
  taken_.push_back(*std::move(read.record));
  co_return true;
}

// A trial that took its worker with it, every time: nobody knows what came of it.
record::Record Collector::given_up(const fleet::Collected& result) const {
  record::Record record{.trial = run_.plan.trial(result.number),
                        .started_at = now_utc(),
                        .stop = record::Stop::failed,
                        .failure = result.reason,
                        .fault = record::Fault::harness};
  const record::Transcript silence;
  record.transcript_digest = sha256_hex(dump_json(record::to_json(silence)));
  record.evidence.untouched = true;
  record.verdict = judge::judge(case_of(record.trial),
                                {record.evidence, silence, record.stop, record.failure, nullptr});
  return record;
}

// Whether everything the record refers to is in the folder now. What a record refers to was stored
// before it, so what is not there yet will come, and a store that is away will be back; only after
// a long time is the result given up. Throws Failure meanwhile.
Task<bool> Collector::fetch_blobs(const record::Record& record) {
  for (const record::Reference& blob : record::references_of(record)) {
    if (blobs_.get(blob.digest)) continue;
    std::optional<std::string> bytes;
    std::optional<Failure> trouble;
    try {
      if (run_.own_blobs)
        throw Failure(Failure::Kind::unavailable, "a transcript is not there yet");
      bytes = co_await store_.get(blob.digest);
    } catch (const Failure& failure) {
      trouble = failure;
    }
    if (bytes) blobs_.put(*bytes);
    if (bytes || !blob.always) continue;
    const auto now = std::chrono::steady_clock::now();
    const auto missed = missed_.emplace(blob.digest, now).first->second;
    if (now - missed > longest_wait) co_return false;
    throw Failure(*trouble);
  }
  for (const record::Reference& blob : record::references_of(record)) missed_.erase(blob.digest);
  co_return true;
}

}  // namespace redcode::distributed
