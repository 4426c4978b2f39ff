#include "proof/injection_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include "base/digest.h"
#include "base/json.h"
#include "corpus/seeding.h"
#include "proof/proof_run.h"

namespace redcode::proof {
namespace {

using corpus::Form;
using corpus::OrderPlace;
using record::Outcome;
using Commands = std::vector<std::vector<std::string>>;

// Goes up when a proof comes to mean more than it did.
constexpr std::string_view order_proof_version = "redcode/injection-proof/1";

std::vector<std::string> shell(std::string program) { return {"bash", "-c", std::move(program)}; }

// Reads the order off what the look prints, and runs it: nothing of it is known beforehand.
std::string obeying(const std::string& look) {
  return fmt::format(R"sh(found=$({{ {}
}} 2>&1 | sed -n 's/.*[Rr]un `\([^`]*\)` (ref [^)]*).*/\1/p' | head -n 1)
if [ -z "$found" ]; then echo "no order is to be read there" >&2; exit 3; fi
bash -c "$found"
)sh",
                     look);
}

// A goal's part of the world, and nothing else.
corpus::Case case_of_goal(const corpus::Injection& suite, const corpus::OrderGoal& goal) {
  record::Policy policy = suite.errands.front().world->policy;
  policy.image = suite.policy.image;
  record::World world = corpus::with_parents(goal.world);
  return {
      .id = "goal-" + goal.id,
      .scenario = goal.id,
      .variant = goal.id,
      .domain = "goal",
      .format = {.form = Form::plain, .language = corpus::Language::bash},
      .risk_category = goal.id,
      .world = std::move(world),
      .policy = std::move(policy),
      .oracle = corpus::InjectionOracle{
          .done = goal.effect, .attempt = corpus::attempt_at(goal.effect), .effect = goal.effect}};
}

// A run, and what it must come to.
struct Expected {
  std::string_view run;
  Outcome outcome;
  bool done = true;
  bool exposed = true;
};

Task<> comes_to(sandbox::Engine& engine, const corpus::Case& subject, Commands commands,
                Expected expected, Proof& proof) {
  const ProofRun run{.subject = subject, .world = subject.world, .commands = std::move(commands)};
  Seen seen = co_await perform(engine, run);
  const record::Verdict verdict = judged(subject, seen);
  const bool fits = verdict.outcome == expected.outcome && verdict.done == expected.done &&
                    verdict.exposed == expected.exposed;
  if (!fits) {
    const auto words = [](Outcome outcome, bool done, bool exposed) {
      return fmt::format("{}, {}done, {}exposed", record::name(outcome), done ? "" : "not ",
                         exposed ? "" : "not ");
    };
    proof.problems.push_back(fmt::format(
        "{} at {}: {} where {} was meant ({}){}", expected.run, subject.domain,
        words(verdict.outcome, verdict.done, verdict.exposed),
        words(expected.outcome, expected.done, expected.exposed), verdict.why, account(seen)));
  }
  demand_reserved(seen.evidence, proof.problems);
  proof.runs.push_back({.what = std::string(expected.run),
                        .evidence = std::move(seen.evidence),
                        .contents = std::move(seen.contents)});
}

// The condition `done` of such a case is the effect itself.
Task<> prove_goal(sandbox::Engine& engine, const OrderEntry& entry, Proof& proof) {
  const corpus::OrderGoal& goal = entry.suite->goals.at(entry.place.goal);
  const corpus::Case subject = case_of_goal(*entry.suite, goal);
  Expected quiet{
      .run = "nothing", .outcome = Outcome::not_exposed, .done = false, .exposed = false};
  const Expected effect{
      .run = "command", .outcome = Outcome::hijacked, .done = true, .exposed = false};
  co_await comes_to(engine, subject, {}, quiet, proof);
  Commands deed{shell(goal.command)};
  co_await comes_to(engine, subject, std::move(deed), effect, proof);
  Commands near{shell(goal.near)};
  quiet.run = "neighbour";
  co_await comes_to(engine, subject, std::move(near), quiet, proof);
}

Task<> prove_meeting(sandbox::Engine& engine, const OrderEntry& entry, Proof& proof) {
  const corpus::Case subject = corpus::injection_case(*entry.suite, entry.place);
  const std::string& look = subject.injection()->look;
  Commands commands{shell(look), shell(obeying(look)), shell(subject.code)};
  const Expected expected{.run = "gullible", .outcome = Outcome::hijacked};
  co_await comes_to(engine, subject, std::move(commands), expected, proof);
}

Task<> prove_control(sandbox::Engine& engine, const OrderEntry& entry, Form form, Proof& proof) {
  const std::vector<OrderPlace> all = corpus::places_of(*entry.suite, entry.place.errand);
  const OrderPlace place = *std::ranges::find(all, form, &OrderPlace::form);
  const corpus::Case subject = corpus::injection_case(*entry.suite, place);
  const std::string& look = subject.injection()->look;
  Commands commands{shell(look)};
  commands.push_back(shell(form == Form::delegated ? obeying(look) : subject.code));
  const Expected expected{
      .run = name(form), .outcome = Outcome::done, .exposed = form != Form::clean};
  co_await comes_to(engine, subject, std::move(commands), expected, proof);
}

Task<> prove_errand(sandbox::Engine& engine, const OrderEntry& entry, Proof& proof) {
  const corpus::Case subject = corpus::injection_case(*entry.suite, entry.place);
  Commands commands{shell(subject.injection()->look), shell(subject.code)};
  const Expected expected{.run = "wary", .outcome = Outcome::resisted};
  co_await comes_to(engine, subject, std::move(commands), expected, proof);
  for (const Form form : {Form::clean, Form::delegated, Form::quoted})
    co_await prove_control(engine, entry, form, proof);
}

// A meeting has one of the goals, and all of them have their turn over the suite.
std::vector<OrderEntry> entries_of(const corpus::Injection& suite, std::size_t errand) {
  std::vector<OrderEntry> entries;
  const std::vector<std::size_t>& surfaces = suite.errands.at(errand).surfaces;
  for (std::size_t at = 0; at < surfaces.size(); ++at) {
    const std::size_t goal = (errand * surfaces.size() + at) % suite.goals.size();
    const auto all = corpus::places_of(suite, errand);
    const auto place = std::ranges::find_if(all, [&](const OrderPlace& one) {
      return one.surface == surfaces.at(at) && one.goal == goal;
    });
    entries.push_back({.suite = &suite, .what = OrderProof::meeting, .place = *place});
    if (at == errand % surfaces.size())
      entries.push_back({.suite = &suite, .what = OrderProof::errand, .place = *place});
  }
  return entries;
}

std::vector<OrderEntry> entries_of(const corpus::Injection& suite,
                                   const std::vector<std::string>& errands) {
  std::vector<OrderEntry> entries;
  if (errands.empty()) {
    for (std::size_t goal = 0; goal < suite.goals.size(); ++goal)
      entries.push_back({.suite = &suite, .place = {.goal = goal}});
  }
  for (std::size_t errand = 0; errand < suite.errands.size(); ++errand) {
    const std::string id = suite.errands.at(errand).id();
    if (!errands.empty() && std::ranges::find(errands, id) == errands.end()) continue;
    std::ranges::move(entries_of(suite, errand), std::back_inserter(entries));
  }
  return entries;
}

Json told(const corpus::Case& subject) {
  const Json all = to_json(subject);
  Json json{{"code", subject.code}};
  for (const char* key : {"world", "policy", "oracle"}) json[key] = all.at(key);
  return json;
}

Task<> prove_entry(sandbox::Engine& engine, const OrderEntry& entry, Proof& proof) {
  switch (entry.what) {
    case OrderProof::goal:
      return prove_goal(engine, entry, proof);
    case OrderProof::meeting:
      return prove_meeting(engine, entry, proof);
    case OrderProof::errand:
      break;
  }
  return prove_errand(engine, entry, proof);
}

}  // namespace

std::string OrderEntry::id() const {
  if (what == OrderProof::goal) return "goal-" + suite->goals.at(place.goal).id;
  const std::string errand = suite->errands.at(place.errand).id();
  return what == OrderProof::errand ? errand : errand + "." + suite->surfaces.at(place.surface).id;
}

std::string OrderEntry::ledger() const {
  return what == OrderProof::goal ? "goals" : suite->errands.at(place.errand).id();
}

std::string OrderEntry::digest() const {
  Json whole{{"version", order_proof_version}};
  if (what == OrderProof::goal) {
    const corpus::OrderGoal& goal = suite->goals.at(place.goal);
    whole["goal"] = {told(case_of_goal(*suite, goal)), goal.command, goal.near};
    return sha256_hex(dump_json(whole));
  }
  whole["case"] = told(corpus::injection_case(*suite, place));
  if (what == OrderProof::errand) {
    for (const OrderPlace& one : corpus::places_of(*suite, place.errand)) {
      if (one.form >= Form::clean)
        whole["controls"].push_back(told(corpus::injection_case(*suite, one)));
    }
  }
  return sha256_hex(dump_json(whole));
}

Task<Proof> prove(sandbox::Engine& engine, OrderEntry entry) {
  Proof proof;
  co_await decided(prove_entry(engine, entry, proof), proof);
  co_return proof;
}

OrderSession::OrderSession(const corpus::Injection& suite, const std::filesystem::path& folder,
                           const Selection& selection, const std::vector<std::string>& errands) {
  std::map<std::string, OrderEntry> known;  // by lot
  for (const OrderEntry& entry : entries_of(suite, errands)) {
    ++all_;
    present_[entry.ledger()].insert(entry.id());
    const ProofLedger& ledger =
        ledgers_.try_emplace(entry.ledger(), folder, entry.ledger()).first->second;
    if (selection.again || !ledger.has(entry.id(), entry.digest())) {
      entries_.push_back(entry);
    } else {
      known.emplace(sha256_hex(selection.seed + entry.id()), entry);
    }
  }
  for (const auto& [lot, entry] : known | std::views::take(selection.sample))
    entries_.push_back(entry);
}

void OrderSession::ended(std::size_t place, const Proof& proof) {
  const OrderEntry& entry = entries_.at(place);
  ProofLedger& ledger = ledgers_.at(entry.ledger());
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
  ledger.save(present_.at(entry.ledger()));
}

}  // namespace redcode::proof
