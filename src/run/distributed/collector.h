// Collector: takes a fleet's results from the database into the run folder, each once.
//
// A worker's verdict is not believed: each result is judged again from its own evidence, and so are
// the tries before it, which count in its verdict.
//
// A result is appended, made safe on the disk, and only then marked as collected. Killed in
// between, it collects the result again, and knows by the folder's own records that it has it.
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/rulebook.h"
#include "base/semaphore.h"
#include "corpus/case.h"
#include "record/run_folder.h"
#include "run/fleet/admin.h"
#include "run/plan/plan.h"
#include "run/queue/finished.h"
#include "run/store/store.h"

namespace redcode::distributed {

// The results of one run where its workers leave them; each call as fleet::Admin's.
class Results {
 public:
  virtual ~Results() = default;

  virtual Task<std::vector<fleet::Collected>> collect(std::size_t most) = 0;
  virtual Task<std::vector<fleet::EarlierTry>> earlier_tries(std::uint64_t number) = 0;
  virtual Task<> mark_collected(std::vector<std::uint64_t> numbers) = 0;
  virtual Task<bool> reject(std::uint64_t number) = 0;
  virtual Task<fleet::Reaped> reap() = 0;
  virtual Task<queue::State> state() = 0;
};

// In the fleet's database. `admin` must outlive it.
class FleetResults final : public Results {
 public:
  FleetResults(fleet::Admin& admin, std::string key) : admin_(admin), key_(std::move(key)) {}

  Task<std::vector<fleet::Collected>> collect(std::size_t most) override {
    return admin_.collect(key_, most);
  }
  Task<std::vector<fleet::EarlierTry>> earlier_tries(std::uint64_t number) override {
    return admin_.earlier_tries(key_, number);
  }
  Task<> mark_collected(std::vector<std::uint64_t> numbers) override {
    return admin_.mark_collected(key_, std::move(numbers));
  }
  Task<bool> reject(std::uint64_t number) override { return admin_.reject(key_, number); }
  Task<fleet::Reaped> reap() override { return admin_.reap(key_); }
  Task<queue::State> state() override { return admin_.state(key_); }

 private:
  fleet::Admin& admin_;
  std::string key_;
};

class Collector {
 public:
  struct Run {
    const plan::Plan& plan;
    const std::vector<corpus::Case>& cases;        // in the plan's order
    bool own_blobs = true;                         // the store is the run folder's: nothing to copy
    const analysis::Rulebook* rulebook = nullptr;  // to judge generated code by
    // Told of a result whose evidence does not bear out its worker's verdict; ours is kept.
    std::function<void(const record::Record&)> differs = [](const record::Record&) {};
  };

  // All of it outlives the collector.
  Collector(Results& results, Run run, store::Store& store, record::RunWriter& writer,
            queue::Finished finished);

  // Takes what there is, puts back what lost workers held, looks how far the run is. Whether every
  // planned trial is over and in the folder. `told` hears of each record.
  Task<bool> round(const std::function<void(const record::Record&)>& told);

  // As of some seconds ago.
  const queue::State& state() const { return state_; }
  std::uint64_t over() const { return finished_.count; }  // in the folder
  std::uint64_t skipped() const { return skipped_; }      // were there before
  // Whether the last round found nothing.
  bool idle() const { return idle_; }

 private:
  // A result, read and with its blobs in the folder, or found wanting.
  struct Read {
    std::uint64_t number = 0;
    std::uint32_t attempt = 0;
    std::optional<record::Record> record;
    bool differs = false;        // its worker's verdict was another
    std::exception_ptr failure;  // its blobs could not be had now
  };

  Task<std::vector<Read>> read_all(std::vector<fleet::Collected> results);
  Task<> read(const fleet::Collected& result, Read& into, Semaphore& places);
  // Whether the result is in the folder now.
  Task<bool> take(Read read);
  record::Record given_up(const fleet::Collected& result) const;
  Task<> read_whole(const fleet::Collected& result, record::Record record, Read& into);
  // Whether the verdict was another. In a thread of its own.
  Task<bool> judge_again(record::Record& record) const;
  Task<> count_earlier(std::uint64_t number, record::Record& last);
  const corpus::Case& case_of(const record::Trial& trial) const;
  Task<bool> fetch_blobs(const record::Record& record);
  Task<> look_around();

  Results& results_;
  Run run_;
  store::Store& store_;
  record::RunWriter& writer_;
  record::BlobStore blobs_;
  queue::Finished finished_;
  std::unordered_map<std::string, const corpus::Case*> cases_;  // by id
  std::uint64_t skipped_;
  queue::State state_;
  std::chrono::steady_clock::time_point looked_ = {};
  bool idle_ = false;
  std::map<std::string, std::chrono::steady_clock::time_point> missed_;  // blobs, and since when
  std::vector<record::Record> taken_;                                    // in this round
};

}  // namespace redcode::distributed
