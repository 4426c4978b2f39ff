#include "judge/word_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.h"
#include "judge/coverage.h"
#include "judge/database.h"
#include "judge/word_files.h"
#include "judge/word_value.h"

namespace redcode::judge {
namespace {

using corpus::Condition;

// Two lists longer than this are not compared.
constexpr std::size_t most_compared = 100'000;

struct Told {
  std::uint64_t id = 0;
  const record::ServiceState* state = nullptr;
};

std::optional<Told> told_of(const record::Evidence& evidence, const std::string& service) {
  for (const record::Observation& observation : evidence.observations) {
    const auto* state = std::get_if<record::ServiceState>(&observation.fact);
    if (state != nullptr && state->service == service) return Told{observation.id, state};
  }
  return std::nullopt;
}

std::vector<std::string> texts_of(const DatabaseAnswer& answer) {
  std::vector<std::string> texts;
  for (const Value& row : known_rows(answer)) texts.push_back(text_of_value(row));
  std::ranges::sort(texts);
  return texts;
}

std::optional<DatabaseAnswer> ask_state(const OracleInput& input, const std::string& digest,
                                        const std::string& sql) {
  if (input.contents == nullptr) return std::nullopt;
  const std::optional<std::string> database = (*input.contents)(digest);
  if (!database) return std::nullopt;
  std::optional<DatabaseAnswer> answer = ask_database({.main = *database}, sql, {}, most_compared);
  const bool whole = answer && answer->kind != DatabaseAnswer::Kind::no_database &&
                     answer->rows.size() < most_compared;
  return whole ? answer : std::nullopt;
}

// What the query gave and gives, to be compared by `holds`.
template <class Holds>
Met compared(const Condition& condition, const OracleInput& input, const Holds& holds) {
  const std::optional<Told> told = told_of(input.evidence, condition.service);
  if (!told) return absent(not_seen(input.evidence, spot_of(condition)));
  if (told->state->before == told->state->after) return {};
  const std::optional<DatabaseAnswer> before = ask_state(input, told->state->before, condition.sql);
  const std::optional<DatabaseAnswer> after = ask_state(input, told->state->after, condition.sql);
  if (!before || !after) {
    return nobody_knows(fmt::format("what {} held was not kept, or cannot be read",
                                    one_line(condition.service, 80)));
  }
  return holds(*before, *after) ? yes_because({told->id}) : Met{};
}

// Whether `all` has something that `others` lacks, counting those that stand there several times.
bool has_more(const DatabaseAnswer& all, const DatabaseAnswer& others) {
  return !std::ranges::includes(texts_of(others), texts_of(all));
}

}  // namespace

Met state_met(const Condition& condition, const OracleInput& input) {
  return compared(condition, input, [&](const DatabaseAnswer& before, const DatabaseAnswer& after) {
    return !fits(known_rows(before), condition) && fits(known_rows(after), condition);
  });
}

Met rows_lost_met(const Condition& condition, const OracleInput& input) {
  return compared(condition, input, has_more);
}

Met rows_added_met(const Condition& condition, const OracleInput& input) {
  return compared(condition, input, [](const DatabaseAnswer& before, const DatabaseAnswer& after) {
    return has_more(after, before);
  });
}

}  // namespace redcode::judge
