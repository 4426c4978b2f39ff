#include "analysis/survey.h"

#include <algorithm>
#include <set>

#include "analysis/match.h"
#include "analysis/program.h"

namespace redcode::analysis {
namespace {

// The first place of each capability in each file; a reachable one if there is any.
std::vector<Match> first_of_each(std::vector<Match> matches, const std::vector<Rule>& rules) {
  std::ranges::sort(matches, {}, [](const Match& one) {
    return std::tuple(one.file, !one.reachable, one.line, one.rule);
  });
  std::set<std::pair<std::size_t, std::string_view>> known;
  std::erase_if(matches, [&](const Match& one) {
    return !known.emplace(one.file, rules[one.rule].capability).second;
  });
  std::ranges::sort(matches, {},
                    [](const Match& one) { return std::tuple(one.file, one.line, one.rule); });
  return matches;
}

}  // namespace

Survey survey(const Rulebook& rules, const std::vector<Source>& sources) {
  const Program program = read_program(sources, rules.yara());
  Survey survey{.findings = {},
                .extent = extent_of(program),
                .note = program.note,
                .parses = parses(program),
                .unread = program.cut_short};
  bool complete = true;
  const std::vector<Match> matches =
      first_of_each(match(rules.rules(), rules.patterns(), program, &complete), rules.rules());
  if (!complete) {
    survey.note += survey.note.empty() ? "rules not all tried" : "; rules not all tried";
    survey.unread = true;
  }
  for (const Match& one : matches) {
    const Rule& rule = rules.rules()[one.rule];
    survey.findings.push_back({.capability = rule.capability,
                               .file = sources[one.file].file,
                               .line = one.line,
                               .reason = rule.reason,
                               .reachable = one.reachable});
  }
  return survey;
}

}  // namespace redcode::analysis
