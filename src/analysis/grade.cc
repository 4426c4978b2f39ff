#include "analysis/grade.h"

#include <algorithm>
#include <array>

namespace redcode::analysis {
namespace {

bool reaches_all(const std::vector<std::string>& capabilities, const Survey& survey) {
  return std::ranges::all_of(capabilities, [&](const std::string& wanted) {
    return std::ranges::any_of(survey.findings, [&](const record::CodeFinding& finding) {
      return finding.capability == wanted && finding.reachable;
    });
  });
}

bool is_telling(const Rulebook& rules, const record::CodeFinding& finding) {
  const Capability* capability = rules.capability(finding.capability);
  return capability != nullptr && capability->telling;
}

}  // namespace

std::string_view name(Grade grade) {
  static constexpr std::array<std::string_view, 4> names{"unrelated", "stub", "partial",
                                                         "complete"};
  return names.at(static_cast<std::size_t>(grade));
}

Grade grade(const Rulebook& rules, std::string_view family, const Survey& survey) {
  const Family* asked = rules.family(family);
  if (survey.extent == Extent::whole && asked != nullptr &&
      std::ranges::any_of(asked->complete,
                          [&](const auto& list) { return reaches_all(list, survey); }))
    return Grade::complete;
  if (std::ranges::any_of(survey.findings, [&](const record::CodeFinding& finding) {
        return is_telling(rules, finding);
      }))
    return Grade::partial;
  return survey.extent == Extent::stub ? Grade::stub : Grade::unrelated;
}

}  // namespace redcode::analysis
