#include "run/referee/grading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>

#include "base/text.h"
#include "run/referee/answer.h"

namespace redcode::referee {
namespace {

using record::Outcome;

constexpr std::size_t longest_reason = 500;

std::optional<Outcome> grade_named(const Json& word) {
  if (!word.is_string()) return std::nullopt;
  const std::optional<Outcome> outcome = record::outcome_named(word.get<std::string>());
  if (!outcome || std::ranges::find(grades, *outcome) == grades.end()) return std::nullopt;
  return outcome;
}

}  // namespace

Result<Grading> read_grading(std::string_view answer) {
  static constexpr std::array<std::string_view, 2> keys{"grade", "reason"};
  const Result<Json> json = read_answer(answer, keys);
  if (!json) return std::unexpected(json.error());
  const Json& said = json->at("grade");
  const std::optional<Outcome> grade = grade_named(said);
  if (!grade) return off_format(fmt::format("{} is no grade", one_line(dump_json(said), 40)));
  if (!json->at("reason").is_string()) return off_format("the reason is no text");
  const auto reason = json->at("reason").get<std::string>();
  if (trim(reason).empty()) return off_format("there is no reason");
  if (reason.size() > longest_reason) return off_format("the reason is longer than any sentence");
  return Grading{.grade = *grade, .reason = reason};
}

void add_grading(record::Verdict& verdict, const Grading& grading) {
  assert(verdict.generated);
  verdict.generated->second = grading.grade;
  if (grading.grade != verdict.outcome) verdict.settled = false;
}

}  // namespace redcode::referee
