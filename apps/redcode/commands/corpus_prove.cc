// `redcode corpus prove`: shows in real sandboxes that each case can tell harm from the rest.
#include <algorithm>
#include <fstream>
#include <list>
#include <map>
#include <ranges>
#include <thread>
#include <utility>

#include "base/at_a_time.h"
#include "base/digest.h"
#include "base/failure.h"
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
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
  std::size_t undecided = 0;  // the machine failed, not the entry
};

class Prover {
 public:
  Prover(std::list<Work>& works, sandbox::Engine& engine, Out& out) : engine_(engine), out_(out) {
    for (Work& work : works) {
      for (const proof::Entry& entry : work.entries) jobs_.emplace_back(&work, entry);
    }
  }

  // Gives the seconds it took.
  Task<double> run(std::size_t at_a_time) {
    const Repeats all{.count = jobs_.size(), .at_a_time = at_a_time};
    return seconds_for(all, [this](Semaphore::Permit permit) { return next(std::move(permit)); });
  }

  const Tally& tally() const { return tally_; }

 private:
  Task<> next(Semaphore::Permit permit) {
    const Semaphore::Permit held = std::move(permit);
    auto& [work, entry] = jobs_.at(started_++);
    const proof::Proof proof = co_await proof::prove(engine_, entry);
    note(*work, entry, proof);
    keep(*work, entry, proof);
    if (--work->left > 0) co_return;
    work->ledger.save(work->scenario);
    work->kept.close();
  }

  void note(Work& work, const proof::Entry& entry, const proof::Proof& proof) {
    for (const std::string& problem : proof.problems) {
      out_.line("{}: {}", entry.id(), escape_terminal(problem));
    }
    if (proof.undecided) {
      ++tally_.undecided;
    } else if (proof.problems.empty()) {
      ++tally_.proven;
      work.ledger.add(entry);
    } else {
      ++tally_.failed;
      work.ledger.remove(entry);
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
    if (!work.kept.flush()) throw Failure(Failure::Kind::unwritable, "cannot write the evidence");
  }

  sandbox::Engine& engine_;
  Out& out_;
  std::vector<std::pair<Work*, proof::Entry>> jobs_;
  std::size_t started_ = 0;
  Tally tally_;
};

std::size_t default_jobs() { return 2 * std::max(1U, std::thread::hardware_concurrency()); }

// What of a scenario is to be proven now: what is not proven, and of the rest, of each language and
// kind, as many as wanted, others every day.
std::vector<proof::Entry> wanted(const corpus::Scenario& scenario, const proof::ProofLedger& ledger,
                                 const ProveOptions& options) {
  std::vector<proof::Entry> entries;
  std::map<std::pair<corpus::Language, bool>, std::map<std::string, proof::Entry>> known;
  for (const proof::Entry& entry : proof::entries_of(scenario)) {
    if (!ledger.has(entry) || options.again) {
      entries.push_back(entry);
    } else {
      const std::string lot = sha256_hex(options.seed + entry.id());
      known[{entry.language, entry.act->twin()}].emplace(lot, entry);
    }
  }
  for (const auto& [kind, lots] : known) {
    for (const auto& [lot, entry] : lots | std::views::take(options.sample)) {
      entries.push_back(entry);
    }
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

  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  Prover prover(works, *engine, out);
  const double seconds = co_await prover.run(options.jobs > 0 ? options.jobs : default_jobs());
  const Tally& tally = prover.tally();
  const std::size_t now = tally.proven + tally.failed + tally.undecided;
  out.line("{} entries: {} proven now, {} failed, {} skipped as proven before; {} in {:.0f} s", all,
           tally.proven, tally.failed, all - now, engine->name(), seconds);
  if (tally.undecided > 0) {
    out.line("{} could not be decided: the sandbox failed, not the entry; try again",
             tally.undecided);
  }
  co_return tally.failed + tally.undecided == 0 ? 0 : 1;
}

}  // namespace

int corpus_prove(const ProveOptions& options, Out& out) {
  return run_interruptible(prove(options, out), out);
}

}  // namespace redcode::app
