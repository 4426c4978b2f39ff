// `redcode run`: many trials into a run folder, then the report.
#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>

#include "base/failure.h"
#include "case_set.h"
#include "commands/commands.h"
#include "interruptible.h"
#include "progress.h"
#include "run/distributed/coordinator.h"
#include "run/setup/cost.h"
#include "run/setup/local_run.h"
#include "sandbox/attest/containment.h"
#include "say_through.h"

namespace redcode::app {
namespace {

void tell_not_whole(const std::string& given, Out& out) {
  out.trouble("Not every trial was run. The same command with --out {} continues.", given);
}

// The cases of the corpus, and beside them those of the private one if there is one. Nobody knows
// the private ones by heart, so it need not say which of its names can be drawn anew.
corpus::Corpus corpora_of(const RunOptions& options, Out& out) {
  corpus::Corpus corpus =
      load_corpus(setup::suite_folder(options.gen.suite, options.corpus), out, options.names);
  if (options.private_corpus.empty()) return corpus;
  const bool named = std::filesystem::exists(options.private_corpus + "/" + corpus::names_file);
  auto both = corpus::beside(std::move(corpus),
                             load_corpus(options.private_corpus, out, named ? options.names : ""));
  if (!both) throw Failure(Failure::Kind::unavailable, both.error().text());
  return *std::move(both);
}

Task<int> run_one(RunOptions options, const std::vector<RunOptions>& agents, bool& whole,
                  Out& out) {
  const std::string& given = agents.front().out;  // by which the run is continued
  corpus::Corpus corpus = corpora_of(options, out);
  const setup::RunSetup setup = co_await setup::set_up(std::move(options), std::move(corpus));
  const bool fleet = !setup.options.fleet.empty();
  out.trouble("{} cases × {} into {}", setup.cases.size(), setup.options.repeats,
              setup.folder.string());
  const std::string cost = setup::known_cost(setup.options);
  if (!cost.empty()) out.trouble("{}", cost);
  if (!fleet && (!setup::is_gen(setup.corpus) || setup.options.gen.execute))
    co_await attest::require_contained(*setup.suite.engine, setup.options.accepted_probes,
                                       say_through(out));
  whole = false;
  try {
    whole = fleet ? co_await distributed::run_on_fleet(setup, audience_at(out))
                  : co_await setup::run_here(setup, agents, audience_at(out));
  } catch (const boost::system::system_error& error) {
    // Anything else is a fault, and its own words say which.
    const bool interrupted = error.code() == asio::error::operation_aborted;
    out.trouble("{}The same command with --out {} continues.", interrupted ? "Interrupted. " : "",
                given);
    throw;
  } catch (const Failure&) {
    out.trouble("The run cannot go on. The same command with --out {} continues.", given);
    throw;
  }
  if (!whole) tell_not_whole(given, out);
  if (setup.options.estimate > 0) {
    out.write(setup::estimated_cost(setup, given));
    co_return 0;
  }
  ReportOptions report{.run = setup.folder.string()};
  co_return report_run(report, out);
}

// Whether anything is left of the deadline, which is the whole run's; if so, `run` gets just that.
bool keep_to_deadline(RunOptions& run, std::chrono::steady_clock::time_point began) {
  if (run.deadline.count() == 0) return true;
  const auto passed = std::chrono::steady_clock::now() - began;
  run.deadline = std::chrono::ceil<std::chrono::seconds>(run.deadline - passed);
  return run.deadline.count() > 0;
}

Task<int> run_all(RunOptions options, Out& out) {
  const auto began = std::chrono::steady_clock::now();
  if (options.out.empty()) options.out = setup::new_run_folder();
  const std::vector<RunOptions> agents = setup::one_for_each_agent(options);
  int code = 0;
  bool whole = true;
  for (RunOptions run : agents) {
    if (!keep_to_deadline(run, began)) {
      tell_not_whole(options.out, out);
      break;
    }
    code = std::max(code, co_await run_one(std::move(run), agents, whole, out));
    // What ended one run early (a deadline, the user, the budget) ends the others, too.
    if (!whole) break;
  }
  co_return code;
}

}  // namespace

int run_cases(const RunOptions& options, Out& out) {
  return run_interruptible(run_all(options, out), out);
}

}  // namespace redcode::app
