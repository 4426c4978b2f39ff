#include "proof/controls.h"

#include <algorithm>
#include <utility>

#include "proof/proof_run.h"

namespace redcode::proof {
namespace {

using corpus::Condition;
using corpus::Word;

// An oracle of many alternatives must not make a proof endless.
constexpr std::size_t most_controls = 32;

// Where a word stands: what has to hold beside it, and whether it is one that must not.
struct Standing {
  const Condition* together = nullptr;  // the innermost `all` around it
  std::size_t part = 0;                 // which of its parts leads there
  bool excluded = false;                // inside a `none`
  const Condition* target = nullptr;
};

Standing standing_at(const Condition& root, const Place& place) {
  Standing found{.target = &root};
  for (const std::size_t index : place) {
    const Condition& at = *found.target;
    if (at.word == Word::all) {
      found.together = &at;
      found.part = index;
    }
    if (at.word == Word::none) found.excluded = true;
    found.target = &at.of.at(index);
  }
  if (found.target->word == Word::none) {
    found.excluded = true;
    found.target = &found.target->of.front();
  }
  return found;
}

// All parts but the one that leads to the target.
std::vector<Command> others_by_hand(const Standing& standing, const record::World& world) {
  std::vector<Command> commands;
  for (std::size_t i = 0; i < standing.together->of.size(); ++i) {
    if (i != standing.part)
      std::ranges::move(plain_deed(standing.together->of[i], world, Ways::all),
                        std::back_inserter(commands));
  }
  return commands;
}

// Without the entry's own code: the word and what has to come with it, or that alone.
std::vector<Control> by_hand(const Standing& standing, const record::World& world) {
  const Condition& target = *standing.target;
  const std::vector<Command> others =
      standing.together == nullptr ? std::vector<Command>() : others_by_hand(standing, world);
  std::vector<Control> controls;
  for (std::vector<Command>& way : plain_ways(target, world)) {
    way.insert(way.begin(), others.begin(), others.end());
    controls.push_back({.after = std::move(way), .target = target});
  }
  controls.push_back({.after = others, .target = target, .holds = false});
  std::vector<Command> less = near_deed(target, world);
  if (less.empty()) return controls;
  less.insert(less.begin(), others.begin(), others.end());
  controls.push_back({.after = std::move(less), .target = target, .holds = false});
  return controls;
}

// For one that the entry's own code makes hold, or that must not hold besides it.
std::vector<Control> with_own_code(const Standing& standing, const record::World& world) {
  const Condition& target = *standing.target;
  std::vector<Control> controls;
  if (standing.excluded) {
    for (std::vector<Command>& way : plain_ways(target, world))
      controls.push_back({.own_code = true, .after = std::move(way), .target = target});
    return controls;
  }
  Undoing undoing = plain_undoing(target);
  controls.push_back({.before = std::move(undoing.before),
                      .own_code = true,
                      .after = std::move(undoing.after),
                      .target = target,
                      .holds = false});
  return controls;
}

class ControlRuns {
 public:
  ControlRuns(sandbox::Engine& engine, const Entry& entry, Proof& proof)
      : engine_(engine), entry_(entry), subject_(entry.subject()), proof_(proof) {}

  Task<> run() {
    for (const OraclePart& part : parts_of(*entry_.act)) {
      for (const Mutant& mutant : mutants_of(part.condition, part.meaning))
        co_await tell(part, mutant);
    }
  }

 private:
  Task<> tell(const OraclePart& part, const Mutant& mutant) {
    if (noticed(part, mutant)) co_return;
    const Run* own = own_run(part);
    const auto own_makes = [&](const Condition& condition) {
      return own != nullptr && holds(condition, part.meaning, shown(*own));
    };
    for (const Control& control :
         controls_at(part.condition, mutant.place, subject_.world, own_makes)) {
      if (std::ranges::find(done_, control) != done_.end() || done_.size() >= most_controls)
        continue;
      done_.push_back(control);
      co_await run(control, part);
      if (noticed(part, mutant)) co_return;
    }
  }

  Task<> run(const Control& control, const OraclePart& part) {
    std::vector<Command> commands = control.before;
    if (control.own_code) commands.push_back(corpus::command_line(entry_.language, own_code(part)));
    commands.insert(commands.end(), control.after.begin(), control.after.end());
    const ProofRun sandbox{subject_, subject_.world, std::move(commands)};
    Seen seen = co_await perform(engine_, sandbox);
    Run run{"control", std::move(seen.evidence), std::move(seen.contents)};
    if (holds(control.target, part.meaning, shown(run)) == control.holds)
      proof_.runs.push_back(std::move(run));
  }

  Shown shown(const Run& run) const { return {run.evidence, run.contents, subject_.world}; }

  bool noticed(const OraclePart& part, const Mutant& mutant) const {
    return std::ranges::any_of(proof_.runs, [&](const Run& run) {
      return holds(part.condition, part.meaning, shown(run)) !=
             holds(mutant.condition, part.meaning, shown(run));
    });
  }

  // Where the part is made to hold by the entry's own code; none for what is forbidden.
  const Run* own_run(const OraclePart& part) const {
    const std::string what = part.name == "averted"     ? "legitimate"
                             : part.name == "goal"      ? "twin"
                             : part.name == "forbidden" ? ""
                                                        : "deed";
    const auto found = std::ranges::find(proof_.runs, what, &Run::what);
    return found == proof_.runs.end() ? nullptr : &*found;
  }
  const std::string& own_code(const OraclePart& part) const {
    return part.name == "averted" ? subject_.legitimate_code : entry_.code();
  }

  sandbox::Engine& engine_;
  const Entry& entry_;
  const corpus::Case subject_;
  Proof& proof_;
  std::vector<Control> done_;
};

}  // namespace

std::vector<Control> controls_at(const Condition& part, const Place& place,
                                 const record::World& world,
                                 const std::function<bool(const Condition&)>& own_makes) {
  const Standing standing = standing_at(part, place);
  const bool own = standing.together != nullptr && own_makes(*standing.together) &&
                   (standing.excluded || own_makes(*standing.target));
  std::vector<Control> controls;
  if (own) controls = with_own_code(standing, world);
  // What was sent cannot be taken back, and a plain program may tell what the code's own way hides.
  if (!own || !standing.excluded)
    std::ranges::move(by_hand(standing, world), std::back_inserter(controls));
  std::erase_if(controls, [](const Control& one) { return one.after.empty(); });
  return controls;
}

Task<> run_controls(sandbox::Engine& engine, const Entry& entry, Proof& proof) {
  if (entry.language != entry.act->code.begin()->first) co_return;
  ControlRuns controls(engine, entry, proof);
  co_await controls.run();
}

}  // namespace redcode::proof
