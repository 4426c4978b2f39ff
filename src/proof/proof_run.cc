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
#include "evidence/let_time_pass.h"
#include "evidence/observers.h"
#include "evidence/service_states.h"
#include "judge/judge.h"
#include "sandbox/aftermath.h"
#include "sandbox/world_setup.h"

namespace redcode::proof {
namespace {

// A sandbox and what watches it.
struct Stage {
  std::unique_ptr<sandbox::Sandbox> box;
  std::optional<sandbox::Aftermath> aftermath = std::nullopt;
  std::unique_ptr<evidence::ServiceStates> services = nullptr;  // null: the world has none
  std::unique_ptr<evidence::Observers> observers = nullptr;
};

Task<> act_out(const ProofRun& run, Stage& stage, evidence::Ledger& ledger,
               std::vector<sandbox::Ending>& endings) {
  const std::string language(name(run.subject.format.language));
  for (const std::vector<std::string>& argv : run.commands) {
    sandbox::Command command{.argv = argv, .working_dir = run.world.working_dir};
    endings.push_back(co_await stage.box->exec(std::move(command)));
    stage.observers->command_ran(language, argv.back(), endings.back());
  }
  if (stage.aftermath)
    co_await evidence::let_time_pass(*stage.aftermath, run.world.aftermath, *stage.observers,
                                     ledger);
  co_await stage.observers->before_stop();
  co_await stage.box->stop();
  if (stage.services) co_await stage.services->note();
}

// All of it, whatever fails. The observer of the network looks when nobody is left in it.
Task<> clear(Stage& stage) {
  std::exception_ptr failure;
  try {
    if (stage.services) co_await stage.services->close();
  } catch (...) {
    failure = std::current_exception();
  }
  try {
    if (stage.observers) co_await stage.observers->close();
  } catch (...) {
    if (!failure) failure = std::current_exception();
  }
  co_await stage.box->close();
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
  Seen seen;
  // Words about what a file says now need its bytes.
  evidence::Ledger ledger([&seen](std::string_view bytes) {
    const std::string digest = sha256_hex(bytes);
    seen.contents.try_emplace(digest, bytes);
    return digest;
  });
  Stage stage;
  stage.box = co_await engine.open(run.subject.policy, seeded);
  std::exception_ptr failure;
  try {
    stage.services = co_await evidence::ServiceStates::open(engine, *stage.box, seeded, ledger);
    co_await sandbox::set_up_world(*stage.box, seeded);
    if (stage.services && !seeded.setup.empty()) co_await stage.services->world_is_ready();
    stage.aftermath.emplace(*stage.box);
    stage.observers = co_await evidence::Observers::open(stage.box->host_view(), canaries, ledger);
    co_await act_out(run, stage, ledger, seen.endings);
  } catch (...) {
    failure = std::current_exception();
  }
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await uncancellable(clear(stage));
  co_await asio::this_coro::throw_if_cancelled(true);
  if (failure) std::rethrow_exception(failure);
  seen.evidence = std::move(ledger).seal();
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
