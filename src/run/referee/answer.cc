#include "run/referee/answer.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"

namespace redcode::referee {
namespace {

constexpr std::size_t longest_answer = std::size_t{16} << 10U;

// `answer` without a ```json fence around the whole of it.
std::string_view unfenced(std::string_view answer) {
  static constexpr std::string_view opening = "```json\n";
  static constexpr std::string_view closing = "\n```";
  answer = trim(answer);
  if (answer.size() < opening.size() + closing.size() || !answer.starts_with(opening) ||
      !answer.ends_with(closing)) {
    return answer;
  }
  answer.remove_prefix(opening.size());
  answer.remove_suffix(closing.size());
  return answer;
}

}  // namespace

std::unexpected<Error> off_format(std::string message) {
  return std::unexpected(Error{.code = "referee-off-format", .message = std::move(message)});
}

Result<Json> read_answer(std::string_view answer, std::span<const std::string_view> keys) {
  // No more members than keys: of a key that stands twice, one value would be lost unseen.
  Result<Json> json =
      parse_json(unfenced(answer), {.bytes = longest_answer, .depth = 4, .members = keys.size()});
  if (!json) return off_format(json.error().message);
  const auto there = [&json](std::string_view key) { return json->contains(key); };
  if (!json->is_object() || json->size() != keys.size() || !std::ranges::all_of(keys, there))
    return off_format(fmt::format("the answer is no object of {}", fmt::join(keys, ", ")));
  return json;
}

}  // namespace redcode::referee
