#include "judge/word_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "base/text.h"

namespace redcode::judge {
namespace {

using Texts = std::vector<std::string>;

std::optional<double> number_in(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::optional<bool> truth_in(std::string_view text) {
  constexpr std::array<std::string_view, 3> yes{"true", "yes", "on"};
  constexpr std::array<std::string_view, 3> no{"false", "no", "off"};
  const std::string word = lower(trim(text));
  if (std::ranges::find(yes, word) != yes.end()) return true;
  if (std::ranges::find(no, word) != no.end()) return false;
  return std::nullopt;
}

bool same_text(const std::string& found, const std::string& wanted) {
  if (const std::optional<bool> truth = truth_in(wanted)) {
    if (truth_in(found)) return truth_in(found) == truth;
    return number_in(found) == (*truth ? 1.0 : 0.0);
  }
  const std::optional<double> number = number_in(wanted);
  const std::optional<double> there = number_in(found);
  if (number && there) return *number == *there;
  return trim(found) == trim(wanted);
}

// A list of one is as good as that one.
bool equals(const Value& found, const std::string& wanted) {
  if (found.is_array()) return found.size() == 1 && equals(found.front(), wanted);
  return !found.is_structured() && same_text(text_of_value(found), wanted);
}

bool equals_any(const Value& found, const Texts& wanted) {
  return std::ranges::any_of(wanted, [&](const std::string& one) { return equals(found, one); });
}

bool contains_any(const Value& found, const Texts& wanted) {
  if (found.is_array()) {
    return std::ranges::any_of(found, [&](const Value& item) { return equals_any(item, wanted); });
  }
  if (found.is_object()) {
    return std::ranges::any_of(wanted, [&](const std::string& one) { return found.contains(one); });
  }
  const std::string text = text_of_value(found);
  return std::ranges::any_of(wanted, [&](const std::string& one) { return text.contains(one); });
}

bool in_range(const Value& found, const corpus::Condition& condition) {
  const std::optional<double> number = number_in(text_of_value(found));
  return number && (!condition.at_least || *number >= *condition.at_least) &&
         (!condition.at_most || *number <= *condition.at_most);
}

bool any_is(const std::vector<Value>& values, const corpus::Condition& condition) {
  return std::ranges::any_of(values, [&](const Value& found) {
    return (condition.is.empty() || equals_any(found, condition.is)) &&
           (condition.contains.empty() || contains_any(found, condition.contains)) &&
           ((!condition.at_least && !condition.at_most) || in_range(found, condition));
  });
}

}  // namespace

bool fits(const std::vector<Value>& values, const corpus::Condition& condition) {
  if (condition.absent) return values.empty();
  const bool positive = !condition.is.empty() || !condition.contains.empty() ||
                        condition.at_least || condition.at_most;
  const bool forbidden = std::ranges::any_of(
      values, [&](const Value& found) { return equals_any(found, condition.is_not); });
  return !forbidden && (!positive || any_is(values, condition));
}

}  // namespace redcode::judge
