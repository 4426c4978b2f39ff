// Admin: what the owner of a fleet's runs does in PostgreSQL: the schema, runs, their workers'
// logins, and collecting results.
//
// A run is known by its key, 16 hex digits. While the server is away, each call but install() tries
// again for a minute. Any may be repeated; then create_run() and reject() say false. Throws
// Failure.
//
// Thread safety: used from the one thread that runs the tasks; calls may overlap.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/task.h"
#include "run/fleet/pool.h"
#include "run/queue/queue.h"

namespace redcode::fleet {

// The numbers from `first` to before `end`.
struct Span {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  bool operator==(const Span&) const = default;
};

// The numbers whose bit is set.
std::vector<Span> spans_of(const std::vector<bool>& bits);

struct NewRun {
  std::string key;
  std::string spec;  // JSON for the workers, at most 1 MiB; no secrets
  std::uint64_t planned = 0;
  queue::RetryLimits limits = {};
  std::vector<Span> have = {};  // trials whose records the run folder has already
  // Who coordinates the run: the same for the same run folder, so that it may go on at once after
  // its end, and for no other. "": this Admin.
  std::string coordinator = {};
};

// How a run's workers log in.
struct Login {
  std::string role;
  std::string password;  // "": by a certificate with the role as its common name
};

// A trial that is over.
struct Collected {
  std::uint64_t number = 0;
  std::uint32_t attempt = 0;
  std::string worker;
  std::optional<std::string> record;  // JSON of a record::Record, of a worker's making: check it
  std::string reason;                 // why there is none: "its worker was lost 3 times"
  bool tried_before = false;          // earlier_tries() has what those tries did
};

// A try that was cut short.
struct EarlierTry {
  std::uint32_t attempt = 0;
  std::string record;  // as in Collected
};

struct Reaped {
  std::uint64_t queued_again = 0;
  std::uint64_t given_up = 0;  // lost once too often: over, without a record
};

struct RunRow {
  std::string key;
  std::string role;
  std::string created_at;  // UTC, RFC 3339
  queue::State state;
  std::uint64_t workers = 0;      // heard of within their time to live
  std::uint64_t uncollected = 0;  // results that wait for the coordinator
};

class Admin {
 public:
  Admin(const asio::any_io_executor& executor, std::string url);

  // Makes or renews tables and functions. Failure{corrupt} if a newer program made them.
  Task<> install();

  // Makes the run, its trials and its workers' role, which cannot log in yet. A run that is there
  // already keeps its state; then every result outside `have` is to be collected again, and every
  // trial in `have` is over. False: it was there. Failure{corrupt} if it is there with another plan
  // size. A run has one coordinator: another is taken over when it has been silent for 45 seconds;
  // Failure{unavailable} if it still lives after a minute.
  Task<bool> create_run(NewRun run);
  // Lets the run's workers log in, by a new password or a certificate. Whoever has the password can
  // change it, and so lock the other workers out; a certificate has no such weakness.
  Task<Login> login_by_password(std::string key);
  Task<Login> login_by_certificate(std::string key);

  // These five are the coordinator's, and renew its claim: Failure{corrupt} when another has taken
  // the run over.
  //
  // Results that were not collected yet, by number: up to `most` of them and about 64 MiB.
  Task<std::vector<Collected>> collect(std::string key, std::size_t most);
  // What the trial's tries before its result did, oldest first.
  Task<std::vector<EarlierTry>> earlier_tries(std::string key, std::uint64_t number);
  // To be called when they are safe.
  Task<> mark_collected(std::string key, std::vector<std::uint64_t> numbers);
  // An uncollected result is no good: the trial is queued again, or over without a record after
  // its last attempt (collect() gives it again then). False: there is no such result.
  Task<bool> reject(std::string key, std::uint64_t number);
  // Queues again what lost workers held. lease() does this too when it finds nothing else.
  Task<Reaped> reap(std::string key);

  Task<queue::State> state(std::string key);
  Task<> set_order(std::string key, queue::Order order);
  Task<std::vector<RunRow>> list();
  // Removes the run with its results and its role. One that is not there is no failure.
  Task<> drop_run(std::string key);

 private:
  Pool pool_;
  std::string coordinator_;  // who this is
};

}  // namespace redcode::fleet
