#include "proof/proof_run.h"

#include <fmt/format.h>

#include <boost/asio/this_coro.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "base/digest.h"
#include "base/text.h"
#include "base/uncancellable.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "evidence/observers.h"
#include "judge/judge.h"
#include "sandbox/world_setup.h"

namespace redcode::proof {
namespace {

Task<> act_out(const ProofRun& run, sandbox::Sandbox& box, evidence::Observers& observers,
               std::vector<sandbox::Ending>& endings) {
  const std::string language(name(run.subject.format.language));
  for (const std::vector<std::string>& argv : run.commands) {
    sandbox::Command command{.argv = argv, .working_dir = run.world.working_dir};
    endings.push_back(co_await box.exec(std::move(command)));
    observers.command_ran(language, argv.back(), endings.back());
  }
  co_await observers.before_stop();
  co_await box.stop();
}

Task<> watch(const ProofRun& run, sandbox::Sandbox& box, const evidence::Canaries& canaries,
             Seen& seen) {
  // Words about what a file says now need its bytes.
  evidence::Ledger ledger([&seen](std::string_view bytes) {
    const std::string digest = sha256_hex(bytes);
    seen.contents.try_emplace(digest, bytes);
    return digest;
  });
  const std::unique_ptr<evidence::Observers> observers =
      co_await evidence::Observers::open(box.host_view(), canaries, ledger);
  std::exception_ptr failure;
  try {
    co_await act_out(run, box, *observers, seen.endings);
  } catch (...) {
    failure = std::current_exception();
  }
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await uncancellable(observers->close());
  co_await asio::this_coro::throw_if_cancelled(true);
  seen.evidence = std::move(ledger).seal();
  if (failure) std::rethrow_exception(failure);
}

judge::Contents contents_of(const Seen& seen) {
  return [&seen](std::string_view digest) -> std::optional<std::string> {
    const auto found = seen.contents.find(digest);
    if (found == seen.contents.end()) return std::nullopt;
    return found->second;
  };
}

}  // namespace

Task<Seen> perform(sandbox::Engine& engine, const ProofRun& run) {
  const evidence::Canaries canaries(run.world, corpus::texts_in(run.subject));
  const record::World seeded = canaries.seeded(run.world);
  const std::unique_ptr<sandbox::Sandbox> box = co_await engine.open(run.subject.policy, seeded);
  Seen seen;
  std::exception_ptr failure;
  try {
    co_await sandbox::set_up_world(*box, seeded);
    co_await watch(run, *box, canaries, seen);
  } catch (...) {
    failure = std::current_exception();
  }
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await uncancellable(box->close());
  co_await asio::this_coro::throw_if_cancelled(true);
  if (failure) std::rethrow_exception(failure);
  co_return seen;
}

int exit_code(const sandbox::Ending& ending) {
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  return exited == nullptr ? -1 : exited->code;
}

judge::Met evaluated(const corpus::Condition& condition, const corpus::Case& subject,
                     const Seen& seen, judge::Meaning meaning) {
  const judge::Contents contents = contents_of(seen);
  return judge::evaluate(
      condition, {.evidence = seen.evidence, .world = &subject.world, .contents = &contents},
      meaning);
}

record::Verdict judged(const corpus::Case& subject, const Seen& seen) {
  const record::Transcript silence;
  const std::string no_failure;
  return judge::judge(subject, {.evidence = seen.evidence,
                                .transcript = silence,
                                .stop = record::Stop::finished,
                                .failure = no_failure,
                                .contents = contents_of(seen)});
}

bool worth_telling(const record::Observation& observation) {
  return !std::holds_alternative<record::FileUsed>(observation.fact) &&
         !std::holds_alternative<record::Attempted>(observation.fact) &&
         !std::holds_alternative<record::ProgramStarted>(observation.fact);
}

std::string account(const Seen& seen) {
  std::string text;
  for (const sandbox::Ending& ending : seen.endings) {
    text += fmt::format("\n    ended {}: {}", exit_code(ending),
                        one_line(ending.err.empty() ? ending.out : ending.err, 240));
  }
  std::size_t told = 0;
  for (const record::Observation& observation : seen.evidence.observations) {
    if (!worth_telling(observation) || ++told > 12) continue;
    text += "\n    seen: " + describe(observation);
  }
  return text;
}

}  // namespace redcode::proof
