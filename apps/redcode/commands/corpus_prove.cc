// `redcode corpus prove`: shows in real sandboxes that each case can tell harm from the rest.
#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "base/at_a_time.h"
#include "base/failure.h"
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "corpus/gen.h"
#include "interruptible.h"
#include "proof/injection_proof.h"
#include "proof/proof_session.h"
#include "proof/work_proof.h"
#include "run/setup/suite.h"

namespace redcode::app {
namespace {

// Proves the entries of a session of scenarios or of worlds, several at a time.
template <class Session>
class Proving {
 public:
  Proving(Session& session, const ProveOptions& options, Out& out)
      : session_(session), options_(options), out_(out) {}

  Task<int> go() {
    if (options_.check) co_return tell_unproven();
    engine_ = co_await choose_engine(options_.engine);
    const std::size_t two_per_core = 2 * std::max(1U, std::thread::hardware_concurrency());
    const Repeats all{.count = session_.entries().size(),
                      .at_a_time = options_.jobs > 0 ? options_.jobs : two_per_core};
    std::function<Task<>(Semaphore::Permit)> one = [this](Semaphore::Permit permit) {
      return prove_next(std::move(permit));
    };
    co_return tell(co_await seconds_for(all, std::move(one)));
  }

 private:
  int tell_unproven() {
    for (const auto& entry : session_.entries()) out_.line("{}: not proven", entry.id());
    out_.line("{} of {} entries are proven", session_.all() - session_.entries().size(),
              session_.all());
    return session_.entries().empty() ? 0 : 1;
  }

  Task<> prove_next(Semaphore::Permit permit) {
    const Semaphore::Permit held = std::move(permit);
    const std::size_t place = started_++;
    const auto& entry = session_.entries().at(place);
    const proof::Proof proof = co_await proof::prove(*engine_, entry);
    for (const std::string& problem : proof.problems) {
      out_.line("{}: {}", entry.id(), escape_terminal(problem));
    }
    session_.ended(place, proof);
  }

  int tell(double seconds) {
    const proof::ProofTally& tally = session_.tally();
    const std::size_t now = tally.proven + tally.failed + tally.undecided;
    out_.line("{} entries: {} proven now, {} failed, {} {}; {} in {:.0f} s", session_.all(),
              tally.proven, tally.failed, session_.all() - now,
              options_.names.empty() ? "skipped as proven before" : "not in the sample",
              engine_->name(), seconds);
    if (tally.undecided > 0) {
      out_.line("{} could not be decided: the sandbox failed, not the entry; try again",
                tally.undecided);
    }
    return tally.failed + tally.undecided == 0 ? 0 : 1;
  }

  Session& session_;
  const ProveOptions& options_;
  Out& out_;
  std::unique_ptr<sandbox::Engine> engine_;
  std::size_t started_ = 0;
};

// Throws Failure that names the nearest errand.
void require_errands(const corpus::Injection& suite, const std::vector<std::string>& wanted) {
  std::vector<std::string> known;
  for (const corpus::OrderErrand& errand : suite.errands) known.push_back(errand.id());
  for (const std::string& id : wanted) {
    if (std::ranges::find(known, id) != known.end()) continue;
    const std::string near = nearest(id, known);
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("no errand {}{}", one_line(id, 80),
                              near.empty() ? "; an errand is WORLD-TASK"
                                           : fmt::format("; did you mean '{}'?", near)));
  }
}

Task<int> prove_worlds(const ProveOptions& options, std::filesystem::path folder, Out& out) {
  auto worlds = corpus::load_living_worlds(folder, options.scenarios);
  if (!worlds) require_sound(worlds.error(), out);
  if (!options.names.empty() || !options.keep.empty()) {
    throw Failure(Failure::Kind::unavailable, "this suite has neither --names nor --keep");
  }
  proof::WorkSession session(
      *worlds, std::move(folder),
      {.again = options.again, .sample = options.sample, .seed = options.seed});
  Proving proving(session, options, out);
  co_return co_await proving.go();
}

Task<int> prove_orders(const ProveOptions& options, const std::filesystem::path& folder, Out& out) {
  const auto suite = corpus::load_injection(folder);
  if (!suite) require_sound(suite.error(), out);
  if (!options.names.empty() || !options.keep.empty()) {
    throw Failure(Failure::Kind::unavailable, "this suite has neither --names nor --keep");
  }
  require_errands(*suite, options.scenarios);
  proof::OrderSession session(
      *suite, folder, {.again = options.again, .sample = options.sample, .seed = options.seed},
      options.scenarios);
  Proving proving(session, options, out);
  co_return co_await proving.go();
}

Task<int> prove(const ProveOptions& options, Out& out) {
  const std::filesystem::path folder =
      corpus_folder(setup::suite_folder(options.suite, options.folder));
  if (corpus::is_gen(folder)) {
    throw Failure(Failure::Kind::unavailable, "requests for software have nothing to prove");
  }
  if (options.suite == "overreach" || corpus::is_overreach(folder))
    co_return co_await prove_worlds(options, folder, out);
  if (corpus::is_injection(folder)) co_return co_await prove_orders(options, folder, out);
  const std::vector<corpus::Scenario> scenarios =
      load_scenarios(options.folder, options.scenarios, out, options.names);
  const bool as_written = options.names.empty();
  const proof::Selection selection{.again = options.again || (!as_written && options.sample == 0),
                                   .sample = options.sample,
                                   .seed = options.seed,
                                   .as_written = as_written};
  proof::ProofSession session(scenarios, folder, selection, options.check ? "" : options.keep);
  Proving proving(session, options, out);
  co_return co_await proving.go();
}

}  // namespace

int corpus_prove(const ProveOptions& options, Out& out) {
  return run_interruptible(prove(options, out), out);
}

}  // namespace redcode::app
