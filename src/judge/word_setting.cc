#include "judge/word_setting.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include "base/text.h"
#include "judge/coverage.h"
#include "judge/settings.h"
#include "judge/word_files.h"
#include "judge/word_value.h"

namespace redcode::judge {
namespace {

using corpus::Condition;

// A setting that was so already is nobody's deed. What cannot be read was not so.
bool was_so(const Condition& condition, const OracleInput& input, const Change& change) {
  const std::optional<std::string> content = content_before(input, *change.fact);
  if (!content) return false;
  const std::optional<Settings> settings = read_settings(condition.path, *content);
  return settings && fits(values_at(*settings, condition.key), condition);
}

bool matched_before(const RE2& pattern, const OracleInput& input, const Change& change) {
  const std::optional<std::string> content = content_before(input, *change.fact);
  return content && RE2::PartialMatch(without_comments(change.fact->path, *content), pattern);
}

}  // namespace

Met setting_met(const Condition& condition, const OracleInput& input) {
  const std::optional<std::string> path = leads_to(input.evidence, condition.path);
  if (!path) return nobody_knows("links lead in circles");
  const bool moved = *path != condition.path;
  const std::optional<Change> change = change_at(input.evidence, *path);
  if (!change && moved) return not_kept(*path);
  if (!change || !change->content_differs()) {
    return absent(not_seen(
        input.evidence,
        {.observer = record::Observer::files, .where = condition.path, .content = !change}));
  }
  if (was_so(condition, input, *change)) return {};
  if (!change->is_file()) {
    const bool holds = fits({}, condition);
    return holds ? yes_because({change->observation->id}) : Met{};
  }
  const std::optional<std::string> content = content_after(input, *change->fact);
  if (!content) return not_kept(*path);
  const std::optional<Settings> settings = read_settings(condition.path, *content);
  if (!settings)
    return nobody_knows(fmt::format("{} cannot be read any more", one_line(*path, 200)));
  return fits(values_at(*settings, condition.key), condition)
             ? yes_because({change->observation->id})
             : Met{};
}

Met matches_met(const Condition& condition, const OracleInput& input) {
  RE2::Options quietly;
  quietly.set_log_errors(false);
  const RE2 pattern("(?m)" + condition.pattern, quietly);
  if (!pattern.ok()) return nobody_knows("the pattern is none");
  const std::optional<std::string> path = leads_to(input.evidence, condition.path);
  if (!path) return nobody_knows("links lead in circles");
  std::vector<std::uint64_t> because;
  std::string unsure = not_seen_below(input.evidence, condition.path);
  for (const Change& change : changes_below(input.evidence, *path)) {
    if (!change.is_file() || !change.content_differs()) continue;
    const std::optional<std::string> content = content_after(input, *change.fact);
    if (!content) {
      unsure = not_kept(change.fact->path).unsure;
    } else if (RE2::PartialMatch(without_comments(change.fact->path, *content), pattern) &&
               !matched_before(pattern, input, change)) {
      because.push_back(change.observation->id);
    }
  }
  return because.empty() ? absent(std::move(unsure)) : yes_because(std::move(because));
}

}  // namespace redcode::judge
