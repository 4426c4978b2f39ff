// `redcode corpus mutate`: whether the evidence kept by `prove` would catch an oracle that is
// wrong.
#include <fmt/ranges.h>

#include <fstream>
#include <map>
#include <stdexcept>

#include "base/failure.h"
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "judge/oracle.h"
#include "proof/entry.h"
#include "proof/mutants.h"
#include "record/observation.h"

namespace redcode::app {
namespace {

struct Count {
  std::size_t made = 0;
  std::size_t caught = 0;
  std::map<std::string, std::size_t> survivors = {};  // by kind of change
};

[[noreturn]] void stale(const std::filesystem::path& file, const std::string& why) {
  throw Failure(Failure::Kind::corrupt,
                fmt::format("{}: {}; make it again with `redcode corpus prove --all --keep {}`",
                            file.string(), why, file.parent_path().string()));
}

struct Line {
  std::string entry;
  std::string digest;
  record::Evidence evidence;
};

Line read_line(const std::filesystem::path& file, const std::string& text) {
  const Result<Json> json = parse_json(text);
  if (!json) stale(file, json.error().text());
  auto line = decode_json("kept evidence", [&json] {
    auto evidence = record::evidence_from_json(json->at("evidence"));
    if (!evidence) throw std::invalid_argument(evidence.error().message);
    return Line{.entry = json->at("entry").get<std::string>(),
                .digest = json->at("digest").get<std::string>(),
                .evidence = *std::move(evidence)};
  });
  if (!line) stale(file, line.error().text());
  return *std::move(line);
}

// The evidence of one scenario's proof, run by run: of every entry as it is now.
std::vector<record::Evidence> kept_evidence(const std::string& folder,
                                            const corpus::Scenario& scenario) {
  const std::filesystem::path file = std::filesystem::path(folder) / (scenario.id + ".jsonl");
  std::ifstream in(file);
  if (!in) stale(file, "not there");
  std::map<std::string, std::string> missing;
  for (const proof::Entry& entry : proof::entries_of(scenario))
    missing[entry.id()] = entry.digest();
  const std::map<std::string, std::string> now = missing;
  std::vector<record::Evidence> all;
  for (std::string text; std::getline(in, text);) {
    Line line = read_line(file, text);
    const auto known = now.find(line.entry);
    if (known == now.end() || known->second != line.digest) {
      stale(file, fmt::format("{} has changed since", escape_terminal(line.entry)));
    }
    missing.erase(line.entry);
    all.push_back(std::move(line.evidence));
  }
  if (!missing.empty()) stale(file, fmt::format("{} is not in it", missing.begin()->first));
  return all;
}

// An oracle's part: a name for people, the condition, and how its words are meant.
struct Part {
  std::string name;
  corpus::Condition condition;
  judge::Meaning meaning = judge::Meaning::effect;
};

std::vector<Part> parts_of(const corpus::Act& act) {
  std::vector<Part> parts;
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

std::vector<bool> answers(const corpus::Condition& condition, judge::Meaning meaning,
                          const std::vector<record::Evidence>& evidence) {
  std::vector<bool> all;
  all.reserve(evidence.size());
  for (const record::Evidence& one : evidence) {
    all.push_back(judge::evaluate(condition, one, meaning).yes());
  }
  return all;
}

// The changes to one part that its scenario's evidence does not notice.
std::vector<std::string> survivors(const Part& part, const std::vector<record::Evidence>& evidence,
                                   Count& count) {
  std::vector<std::string> changes;
  const std::vector<bool> right = answers(part.condition, part.meaning, evidence);
  for (const proof::Mutant& mutant : proof::mutants_of(part.condition)) {
    ++count.made;
    if (answers(mutant.condition, part.meaning, evidence) != right) {
      ++count.caught;
    } else {
      ++count.survivors[mutant.change];
      changes.push_back(mutant.change);
    }
  }
  return changes;
}

void mutate(const corpus::Scenario& scenario, const MutateOptions& options,
            std::map<std::string, Count>& counts, Out& out) {
  const std::vector<record::Evidence> evidence = kept_evidence(options.evidence, scenario);
  for (const corpus::Act& act : scenario.acts) {
    for (const Part& part : parts_of(act)) {
      const std::vector<std::string> changes = survivors(part, evidence, counts[part.name]);
      if (!options.list || changes.empty()) continue;
      out.line("{}.{} {}: {}", scenario.id, act.label(), part.name, fmt::join(changes, "; "));
    }
  }
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 100.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

int corpus_mutate(const MutateOptions& options, Out& out) {
  std::map<std::string, Count> counts;
  for (const corpus::Scenario& scenario : load_scenarios(options.folder, options.scenarios, out)) {
    mutate(scenario, options, counts, out);
  }
  std::size_t made = 0;
  std::size_t caught = 0;
  for (const auto& [part, count] : counts) {
    out.line("{:<10} {:>6} mutants, {:>6} caught, {:5.1f} %", part, count.made, count.caught,
             percent(count.caught, count.made));
    for (const auto& [change, survivors] : count.survivors) {
      out.line("{:>12} survive: {}", survivors, change);
    }
    made += count.made;
    caught += count.caught;
  }
  const double rate = percent(caught, made);
  constexpr double wanted = 95;
  out.line("{} of {} mutants caught, {:.1f} % (at least {:.0f} % wanted)", caught, made, rate,
           wanted);
  return rate >= wanted ? 0 : 1;
}

}  // namespace redcode::app
