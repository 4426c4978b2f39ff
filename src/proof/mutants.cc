#include "proof/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "judge/judge.h"

namespace redcode::proof {
namespace {

using corpus::Condition;
using corpus::Word;

// The words most easily taken for one another, both ways.
constexpr std::array<std::pair<Word, Word>, 7> neighbours{
    {{Word::file_deleted, Word::file_changed},
     {Word::file_created, Word::file_deleted},
     {Word::canary_sent, Word::canary_in_file},
     {Word::text_sent, Word::text_in_file},
     {Word::process_ended, Word::process_left},
     {Word::file_read, Word::program_executed},
     {Word::contacted, Word::data_sent}}};

std::optional<Word> neighbour_of(Word word) {
  for (const auto& [one, other] : neighbours) {
    if (word == one) return other;
    if (word == other) return one;
  }
  return std::nullopt;
}

// For as long as a part is looked at.
class InPart {
 public:
  InPart(Place& place, std::size_t index) : place_(place) { place_.push_back(index); }
  ~InPart() { place_.pop_back(); }
  InPart(const InPart&) = delete;
  InPart(InPart&&) = delete;
  InPart& operator=(const InPart&) = delete;
  InPart& operator=(InPart&&) = delete;

 private:
  Place& place_;
};

class Mutation {
 public:
  Mutation(Condition& root, judge::Meaning meaning) : root_(root), meaning_(meaning) {}

  std::vector<Mutant> all() && {
    visit(root_);
    return std::move(found_);
  }

 private:
  // Changes `at` in place for as long as it takes to copy the whole.
  void with(Condition& at, const std::string& change, const std::function<void(Condition&)>& edit) {
    const Condition before = at;
    edit(at);
    found_.push_back({.change = change, .condition = root_, .place = place_});
    at = before;
  }

  void visit(Condition& at) {
    if (combines(at.word)) {
      combination(at);
      for (std::size_t i = 0; i < at.of.size(); ++i) {
        const InPart inside(place_, i);
        visit(at.of[i]);
      }
    } else {
      leaf(at);
    }
  }

  void combination(Condition& at) {
    for (std::size_t i = 0; at.of.size() > 1 && i < at.of.size(); ++i) {
      const InPart inside(place_, i);
      with(at, fmt::format("{} dropped from {}", name(at.of[i].word), name(at.word)),
           [i](Condition& one) { one.of.erase(one.of.begin() + static_cast<std::ptrdiff_t>(i)); });
    }
    const InPart inside(place_, 0);
    if (at.word == Word::none) {
      with(at, "none became any", [](Condition& one) { one.word = Word::any; });
    } else if (at.of.size() > 1) {
      const Word other = at.word == Word::all ? Word::any : Word::all;
      with(at, fmt::format("{} became {}", name(at.word), name(other)),
           [other](Condition& one) { one.word = other; });
    }
  }

  void leaf(Condition& at) {
    for (const corpus::TextArgument& one : corpus::text_arguments()) {
      if (one.name == "limit" || one.name == "access") continue;
      argument(at, one.name, at.*one.value, [&one](Condition& other) {
        other.*one.value = otherwise(one.name, other.*one.value);
      });
    }
    argument(at, "limit", at.limit,
             [](Condition& one) { one.limit = one.limit == "memory" ? "processes" : "memory"; });
    argument(at, "access", at.access,
             [](Condition& one) { one.access = one.access == "read" ? "write" : "read"; });
    values(at);
    if (at.mode != 0) {
      with(at, fmt::format("mode changed in {}", name(at.word)),
           [](Condition& one) { one.mode = one.mode == 01000 ? 02000 : 01000; });
    }
    if (at.port != 0) {
      with(at, fmt::format("port changed in {}", name(at.word)),
           [](Condition& one) { one.port = static_cast<std::uint16_t>(one.port ^ 1U); });
    }
    taken_for_its_neighbour(at);
  }

  void taken_for_its_neighbour(Condition& at) {
    const std::optional<Word> other = neighbour_of(at.word);
    // To contact is to try to send.
    const bool same = meaning_ == judge::Meaning::attempt &&
                      (at.word == Word::contacted || at.word == Word::data_sent);
    if (other && !same) {
      with(at, fmt::format("{} became {}", name(at.word), name(*other)),
           [other](Condition& one) { one.word = *other; });
    }
  }

  // What an argument of the case could be mistaken for.
  static std::string otherwise(std::string_view what, const std::string& value) {
    if (what == "host" || what == "domain") return "other-" + value;
    if (what == "path" || what == "program") return value + ".other";
    if (what == "text") return value + " other";
    if (what == "sql") return "SELECT 'other'";
    // Behind all of its alternatives, not the last one alone.
    if (what == "pattern") return "(?:" + value + ")other";
    if (what == "recipient") return "other" + value;
    return value + "-other";
  }

  void values(Condition& at) {
    for (const corpus::ListArgument& one : corpus::list_arguments()) {
      // Hosts that do not count are no part of the deed.
      if ((at.*one.value).empty() || one.name == "except") continue;
      with(at, fmt::format("{} changed in {}", one.name, name(at.word)),
           [&one](Condition& other) { other.*one.value = {"other"}; });
    }
    for (const corpus::NumberArgument& one : corpus::number_arguments()) {
      if (!(at.*one.value)) continue;
      const double other_number = one.name == "at_least" ? 1e9 : -1;
      with(at, fmt::format("{} changed in {}", one.name, name(at.word)),
           [&](Condition& other) { other.*one.value = other_number; });
    }
  }

  void argument(Condition& at, std::string_view what, const std::string& value,
                const std::function<void(Condition&)>& edit) {
    if (!value.empty()) with(at, fmt::format("{} changed in {}", what, name(at.word)), edit);
  }

  Condition& root_;
  const judge::Meaning meaning_;
  Place place_;
  std::vector<Mutant> found_;
};

// An act's own runs first: they notice most changes, and the first that does is enough.
std::vector<const KeptRun*> own_first(const std::string& act, const std::vector<KeptRun>& runs) {
  std::vector<const KeptRun*> all;
  all.reserve(runs.size());
  for (const bool own : {true, false}) {
    for (const KeptRun& one : runs) {
      if ((one.act == act) == own) all.push_back(&one);
    }
  }
  return all;
}

bool answer(const Condition& condition, const OraclePart& part, const KeptRun& run) {
  return holds(condition, part.meaning, {run.evidence, run.contents, run.world});
}

judge::Contents contents_of(const Shown& shown) {
  return [&shown](std::string_view digest) {
    const auto found = shown.contents.find(digest);
    return found == shown.contents.end() ? std::nullopt : std::optional(found->second);
  };
}

corpus::Case with_part(corpus::Case subject, const std::string& part, const Condition& condition) {
  if (auto* risky = std::get_if<corpus::RiskyOracle>(&subject.oracle)) {
    if (part == "effect") risky->effect = condition;
    if (part == "attempt") risky->attempt = condition;
    if (part == "averted") risky->averted = condition;
  } else {
    auto& twin = std::get<corpus::TwinOracle>(subject.oracle);
    if (part == "goal") twin.goal = condition;
    if (part == "forbidden") twin.forbidden = condition;
  }
  return subject;
}

record::Outcome outcome_of(const corpus::Case& subject, const KeptRun& run) {
  const record::Transcript silence;
  const std::string no_failure;
  const Shown shown{run.evidence, run.contents, run.world};
  return judge::judge(subject, {.evidence = run.evidence,
                                .transcript = silence,
                                .stop = record::Stop::finished,
                                .failure = no_failure,
                                .contents = contents_of(shown)})
      .outcome;
}

// A word does more than hold: what a goal names may be lost, and nothing else may. So verdicts are
// asked, too, of the act's own runs.
bool changes_a_verdict(const corpus::Case& subject, const OraclePart& part, const Mutant& mutant,
                       const std::vector<const KeptRun*>& runs, const std::string& act) {
  const corpus::Case wrong = with_part(subject, part.name, mutant.condition);
  return std::ranges::any_of(runs, [&](const KeptRun* run) {
    return run->act == act && outcome_of(subject, *run) != outcome_of(wrong, *run);
  });
}

// The changes to one part that its scenario's evidence does not notice.
std::vector<std::string> survivors(const corpus::Case& subject, const std::string& act,
                                   const OraclePart& part, const std::vector<const KeptRun*>& runs,
                                   MutantCount& count) {
  std::vector<bool> right;
  right.reserve(runs.size());
  for (const KeptRun* one : runs) right.push_back(answer(part.condition, part, *one));
  std::vector<std::string> changes;
  for (const Mutant& mutant : mutants_of(part.condition, part.meaning)) {
    ++count.made;
    bool noticed = false;
    for (std::size_t i = 0; i < runs.size() && !noticed; ++i)
      noticed = answer(mutant.condition, part, *runs[i]) != right[i];
    if (noticed || changes_a_verdict(subject, part, mutant, runs, act)) {
      ++count.caught;
    } else {
      ++count.survivors[mutant.change];
      // Parts are counted from one, as people do.
      std::string place;
      for (const std::size_t index : mutant.place) place += fmt::format(".{}", index + 1);
      changes.push_back(fmt::format("{} at {}", mutant.change, place.empty() ? "." : place));
    }
  }
  return changes;
}

}  // namespace

std::vector<Mutant> mutants_of(const Condition& original, judge::Meaning meaning) {
  Condition root = original;
  return Mutation(root, meaning).all();
}

std::vector<OraclePart> parts_of(const corpus::Act& act) {
  std::vector<OraclePart> parts;
  if (const auto* risky = std::get_if<corpus::RiskyOracle>(&act.oracle)) {
    parts.push_back({"effect", risky->effect});
    // One that follows from the effect is not written by anybody.
    if (risky->attempt != corpus::attempt_at(risky->effect)) {
      parts.push_back({"attempt", risky->attempt, judge::Meaning::attempt});
    }
    if (risky->averted) parts.push_back({"averted", *risky->averted});
  } else {
    const auto& twin = std::get<corpus::TwinOracle>(act.oracle);
    parts.push_back({"goal", twin.goal});
    if (twin.forbidden) parts.push_back({"forbidden", *twin.forbidden});
  }
  return parts;
}

bool holds(const Condition& condition, judge::Meaning meaning, const Shown& shown) {
  const judge::Contents contents = contents_of(shown);
  const judge::OracleInput input{
      .evidence = shown.evidence, .world = &shown.world, .contents = &contents};
  return judge::evaluate(condition, input, meaning).yes();
}

double MutantCount::percent() const {
  return made == 0 ? 100.0 : 100.0 * static_cast<double>(caught) / static_cast<double>(made);
}

std::vector<Unnoticed> MutationScore::add(const corpus::Scenario& scenario,
                                          const std::vector<KeptRun>& evidence) {
  std::vector<Unnoticed> found;
  for (const corpus::Act& act : scenario.acts) {
    const std::vector<const KeptRun*> runs = own_first(act.label(), evidence);
    const corpus::Case subject =
        make_case(scenario, act, {.form = corpus::Form::code, .language = act.code.begin()->first});
    for (const OraclePart& part : parts_of(act)) {
      std::vector<std::string> changes =
          survivors(subject, act.label(), part, runs, parts_[part.name]);
      if (changes.empty()) continue;
      found.push_back({.act = act.label(), .part = part.name, .changes = std::move(changes)});
    }
  }
  return found;
}

MutantCount MutationScore::all() const {
  MutantCount sum;
  for (const auto& [part, count] : parts_) {
    sum.made += count.made;
    sum.caught += count.caught;
  }
  return sum;
}

}  // namespace redcode::proof
