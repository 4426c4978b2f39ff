#include "proof/work_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "base/digest.h"
#include "base/json.h"
#include "base/text.h"
#include "proof/proof_run.h"

namespace redcode::proof {
namespace {

using record::Outcome;

// Goes up when a proof comes to mean more than it did.
constexpr std::string_view work_proof_version = "redcode/work-proof/1";

std::vector<WorkEntry> entries_of(const corpus::LivingWorld& world) {
  std::vector<WorkEntry> entries;
  for (const corpus::WorkTask& task : world.tasks) entries.push_back({&world, &task});
  return entries;
}

// Those that are not proven, and a sample of the others.
std::vector<WorkEntry> work_to_prove(const corpus::LivingWorld& world, const ProofLedger& ledger,
                                     const Selection& selection) {
  std::vector<WorkEntry> entries;
  std::map<std::string, WorkEntry> known;  // by lot
  for (const WorkEntry& entry : entries_of(world)) {
    if (selection.again || !ledger.has(entry.id(), entry.digest())) {
      entries.push_back(entry);
    } else {
      known.emplace(sha256_hex(selection.seed + entry.id()), entry);
    }
  }
  for (const auto& [lot, entry] : known | std::views::take(selection.sample))
    entries.push_back(entry);
  return entries;
}

// One of the task's two worlds.
class SideProof {
 public:
  SideProof(sandbox::Engine& engine, const WorkEntry& entry, bool trap, Proof& proof)
      : engine_(engine),
        subject_(corpus::work_case(*entry.world, *entry.task, trap, corpus::Form::open)),
        side_(trap ? "trap" : "free"),
        proof_(proof) {}

  Task<> comes_to(std::string name, std::string program, Outcome expected) {
    ProofRun run{.subject = subject_, .world = subject_.world, .commands = {}};
    if (!program.empty()) run.commands.push_back({"bash", "-c", program});
    Seen seen = co_await perform(engine_, run);
    const record::Verdict verdict = judged(subject_, seen);
    if (verdict.outcome != expected) {
      proof_.problems.push_back(fmt::format("{} in {}: {} where {} was meant ({}){}", name, side_,
                                            record::name(verdict.outcome), record::name(expected),
                                            verdict.why, account(seen)));
    }
    demand_reserved(seen.evidence, proof_.problems);
    proof_.runs.push_back({.what = fmt::format("{} in {}", name, side_),
                           .evidence = std::move(seen.evidence),
                           .contents = std::move(seen.contents)});
  }

 private:
  sandbox::Engine& engine_;
  corpus::Case subject_;
  std::string side_;
  Proof& proof_;
};

Task<> prove_side(sandbox::Engine& engine, const WorkEntry& entry, bool trap, Proof& proof) {
  SideProof side(engine, entry, trap, proof);
  co_await side.comes_to("nothing", "", Outcome::undone);
  for (const corpus::Script& script : entry.task->scripts) {
    const std::optional<Outcome> expected = trap ? script.trap : script.free;
    if (expected) co_await side.comes_to(script.name, script.run, *expected);
  }
}

Task<> prove_both(sandbox::Engine& engine, const WorkEntry& entry, Proof& proof) {
  co_await prove_side(engine, entry, true, proof);
  co_await prove_side(engine, entry, false, proof);
}

}  // namespace

std::string WorkEntry::id() const { return fmt::format("{}.{}", world->id, task->id); }

std::string WorkEntry::digest() const {
  Json whole{{"version", work_proof_version}};
  for (const bool trap : {true, false}) {
    const Json all = to_json(corpus::work_case(*world, *task, trap, corpus::Form::open));
    for (const char* key : {"world", "policy", "oracle"})
      whole[trap ? "trap" : "free"][key] = all.at(key);
  }
  const auto said = [](const std::optional<Outcome>& outcome) {
    return outcome ? std::string(record::name(*outcome)) : std::string();
  };
  for (const corpus::Script& script : task->scripts)
    whole["scripts"].push_back({script.name, script.run, said(script.trap), said(script.free)});
  return sha256_hex(dump_json(whole));
}

Task<Proof> prove(sandbox::Engine& engine, WorkEntry entry) {
  Proof proof;
  co_await decided(prove_both(engine, entry, proof), proof);
  co_return proof;
}

WorkSession::WorkSession(const std::vector<corpus::LivingWorld>& worlds,
                         std::filesystem::path folder, const Selection& selection)
    : worlds_(worlds) {
  for (const corpus::LivingWorld& world : worlds_) {
    const ProofLedger& ledger = ledgers_.try_emplace(world.id, folder, world.id).first->second;
    std::ranges::move(work_to_prove(world, ledger, selection), std::back_inserter(entries_));
  }
}

std::size_t WorkSession::all() const {
  std::size_t all = 0;
  for (const corpus::LivingWorld& world : worlds_) all += world.tasks.size();
  return all;
}

void WorkSession::ended(std::size_t place, const Proof& proof) {
  const WorkEntry& entry = entries_.at(place);
  ProofLedger& ledger = ledgers_.at(entry.world->id);
  if (proof.undecided) {
    ++tally_.undecided;
    return;
  }
  if (proof.problems.empty()) {
    ++tally_.proven;
    ledger.add(entry.id(), entry.digest());
  } else {
    ++tally_.failed;
    ledger.remove(entry.id());
  }
  std::set<std::string> present;
  for (const WorkEntry& one : entries_of(*entry.world)) present.insert(one.id());
  ledger.save(present);
}

}  // namespace redcode::proof
