// `redcode corpus prove`: shows in real sandboxes that each case can tell harm from the rest.
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <fstream>
#include <list>
#include <map>
#include <thread>
#include <utility>

#include "base/failure.h"
#include "base/scope.h"
#include "base/semaphore.h"
#include "base/text.h"
#include "case_set.h"
#include "commands.h"
#include "interruptible.h"
#include "proof/proof.h"
#include "proof/proof_ledger.h"

namespace redcode::app {
namespace {

// One scenario on its way: what is left to prove of it, and what became of that.
struct Work {
  const corpus::Scenario& scenario;
  proof::ProofLedger ledger;
  std::vector<proof::Entry> entries = {};
  std::size_t left = 0;
  std::ofstream kept = {};
};

struct Tally {
  std::size_t proven = 0;
  std::size_t failed = 0;
};

class Prover {
 public:
  Prover(asio::any_io_executor executor, const ProveOptions& options, sandbox::Engine& engine,
         Out& out)
      : engine_(engine),
        out_(out),
        slots_(executor, options.jobs > 0 ? options.jobs : 2 * cores()),
        scope_(std::move(executor)) {}

  Task<> run(std::list<Work>& works) {
    for (Work& work : works) {
      for (const proof::Entry& entry : work.entries) {
        Semaphore::Permit permit = co_await slots_.acquire();
        scope_.spawn(one(work, entry, std::move(permit)));
      }
    }
    co_await scope_.join();
  }

  const Tally& tally() const { return tally_; }

 private:
  static std::size_t cores() { return std::max(1U, std::thread::hardware_concurrency()); }

  Task<> one(Work& work, proof::Entry entry, Semaphore::Permit permit) {
    const Semaphore::Permit held = std::move(permit);
    const proof::Proof proof = co_await proof::prove(engine_, entry);
    if (proof.problems.empty()) {
      ++tally_.proven;
      work.ledger.add(entry);
    } else {
      ++tally_.failed;
      work.ledger.remove(entry);
      for (const std::string& problem : proof.problems) {
        out_.line("{}: {}", entry.id(), escape_terminal(problem));
      }
    }
    keep(work, entry, proof);
    if (--work.left == 0) {
      work.ledger.save(work.scenario);
      work.kept.close();
    }
  }

  static void keep(Work& work, const proof::Entry& entry, const proof::Proof& proof) {
    if (!work.kept.is_open()) return;
    for (const proof::Run& run : proof.runs) {
      const Json line = {{"entry", entry.id()},
                         {"digest", entry.digest()},
                         {"run", run.what},
                         {"evidence", record::to_json(run.evidence)}};
      work.kept << dump_json(line) << '\n';
    }
  }

  sandbox::Engine& engine_;
  Out& out_;
  Semaphore slots_;
  Scope scope_;
  Tally tally_;
};

// What of a scenario is to be proven now.
std::vector<proof::Entry> wanted(const corpus::Scenario& scenario, const proof::ProofLedger& ledger,
                                 const ProveOptions& options) {
  std::vector<proof::Entry> entries;
  std::map<std::pair<corpus::Language, bool>, std::size_t> sampled;
  for (const proof::Entry& entry : proof::entries_of(scenario)) {
    const bool known = ledger.has(entry);
    std::size_t& taken = sampled[{entry.language, entry.act->twin()}];
    const bool in_sample = known && taken < options.sample;
    if (in_sample) ++taken;
    if (!known || options.again || in_sample) entries.push_back(entry);
  }
  return entries;
}

std::list<Work> plan(const std::vector<corpus::Scenario>& scenarios, const ProveOptions& options) {
  std::list<Work> works;
  for (const corpus::Scenario& scenario : scenarios) {
    Work& work = works.emplace_back(scenario,
                                    proof::ProofLedger(corpus_folder(options.folder), scenario.id));
    work.entries = wanted(scenario, work.ledger, options);
    work.left = work.entries.size();
    if (options.keep.empty() || options.check) continue;
    std::filesystem::create_directories(options.keep);
    work.kept.open(std::filesystem::path(options.keep) / (scenario.id + ".jsonl"));
    if (!work.kept) throw Failure(Failure::Kind::unavailable, "cannot write below " + options.keep);
  }
  return works;
}

std::size_t entry_count(const std::vector<corpus::Scenario>& scenarios) {
  std::size_t count = 0;
  for (const corpus::Scenario& scenario : scenarios) count += proof::entries_of(scenario).size();
  return count;
}

int tell_unproven(const std::list<Work>& works, std::size_t all, Out& out) {
  std::size_t unproven = 0;
  for (const Work& work : works) {
    for (const proof::Entry& entry : work.entries) out.line("{}: not proven", entry.id());
    unproven += work.entries.size();
  }
  out.line("{} of {} entries are proven", all - unproven, all);
  return unproven == 0 ? 0 : 1;
}

Task<int> prove(const ProveOptions& options, Out& out) {
  const std::vector<corpus::Scenario> scenarios =
      load_scenarios(options.folder, options.scenarios, out);
  std::list<Work> works = plan(scenarios, options);
  const std::size_t all = entry_count(scenarios);
  if (options.check) co_return tell_unproven(works, all, out);

  const auto start = std::chrono::steady_clock::now();
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  Prover prover(co_await asio::this_coro::executor, options, *engine, out);
  co_await prover.run(works);
  const Tally& tally = prover.tally();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  out.line("{} entries: {} proven now, {} failed, {} skipped as proven before; {} in {:.0f} s", all,
           tally.proven, tally.failed, all - tally.proven - tally.failed, engine->name(),
           took.count());
  co_return tally.failed == 0 ? 0 : 1;
}

}  // namespace

int corpus_prove(const ProveOptions& options, Out& out) {
  return run_interruptible(prove(options, out), out);
}

}  // namespace redcode::app
