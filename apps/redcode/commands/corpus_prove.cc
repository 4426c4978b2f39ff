// `redcode corpus prove`: shows in real sandboxes that each case can tell harm from the rest.
#include <thread>
#include <utility>

#include "base/at_a_time.h"
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "interruptible.h"
#include "proof/proof_session.h"

namespace redcode::app {
namespace {

int tell_unproven(const proof::ProofSession& session, Out& out) {
  for (const proof::Entry& entry : session.entries()) out.line("{}: not proven", entry.id());
  out.line("{} of {} entries are proven", session.all() - session.entries().size(), session.all());
  return session.entries().empty() ? 0 : 1;
}

struct Proving {
  proof::ProofSession& session;
  sandbox::Engine& engine;
  Out& out;
  std::size_t started = 0;
};

Task<> prove_next(Proving& proving, Semaphore::Permit permit) {
  const Semaphore::Permit held = std::move(permit);
  const std::size_t place = proving.started++;
  const proof::Entry& entry = proving.session.entries().at(place);
  const proof::Proof proof = co_await proof::prove(proving.engine, entry);
  for (const std::string& problem : proof.problems) {
    proving.out.line("{}: {}", entry.id(), escape_terminal(problem));
  }
  proving.session.ended(place, proof);
}

Task<int> prove(const ProveOptions& options, Out& out) {
  const std::vector<corpus::Scenario> scenarios =
      load_scenarios(options.folder, options.scenarios, out, options.names);
  const bool as_written = options.names.empty();
  const proof::Selection selection{.again = options.again || (!as_written && options.sample == 0),
                                   .sample = options.sample,
                                   .seed = options.seed,
                                   .as_written = as_written};
  proof::ProofSession session(scenarios, corpus_folder(options.folder), selection,
                              options.check ? "" : options.keep);
  if (options.check) co_return tell_unproven(session, out);

  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  Proving proving{.session = session, .engine = *engine, .out = out};
  const std::size_t two_per_core = 2 * std::max(1U, std::thread::hardware_concurrency());
  const Repeats all{.count = session.entries().size(),
                    .at_a_time = options.jobs > 0 ? options.jobs : two_per_core};
  std::function<Task<>(Semaphore::Permit)> one = [&proving](Semaphore::Permit permit) {
    return prove_next(proving, std::move(permit));
  };
  const double seconds = co_await seconds_for(all, std::move(one));
  const proof::ProofTally& tally = session.tally();
  const std::size_t now = tally.proven + tally.failed + tally.undecided;
  out.line("{} entries: {} proven now, {} failed, {} {}; {} in {:.0f} s", session.all(),
           tally.proven, tally.failed, session.all() - now,
           as_written ? "skipped as proven before" : "not in the sample", engine->name(), seconds);
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
