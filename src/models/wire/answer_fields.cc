#include "models/wire/answer_fields.h"

#include <fmt/format.h>

#include <limits>

#include "base/failure.h"
#include "base/text.h"
#include "models/wire/reading.h"

namespace redcode::wire {
namespace {

const Json& checked(const Json& value, bool right, std::string_view key) {
  if (!value.is_null() && !right) off_format(fmt::format("\"{}\" is of another type", key));
  return value;
}

}  // namespace

void off_format(std::string_view what) {
  throw Failure(Failure::Kind::corrupt, fmt::format("the model's answer is off format: {}", what));
}

void blocked(std::string_view reason) {
  throw Failure(Failure::Kind::corrupt,
                fmt::format("the provider blocked the question: {}", one_line(reason, 100)));
}

std::string_view text_in(const Json& object, std::string_view key) {
  const Json& text = member_of(object, key);
  if (checked(text, text.is_string(), key).is_null()) return {};
  return text.get_ref<const std::string&>();
}

std::int64_t index_in(const Json& object, std::string_view key) {
  const Json& index = member_of(object, key);
  if (checked(index, index.is_number_unsigned(), key).is_null()) return 0;
  const auto number = index.get<std::uint64_t>();
  if (number > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
    off_format(fmt::format("\"{}\" is too large", key));
  }
  return static_cast<std::int64_t>(number);
}

const Json& list_in(const Json& object, std::string_view key) {
  const Json& list = member_of(object, key);
  return checked(list, list.is_array(), key);
}

const Json& object_in(const Json& object, std::string_view key) {
  const Json& value = member_of(object, key);
  return checked(value, value.is_object(), key);
}

std::string content_in(const Json& object, std::string_view key) {
  const Json& content = member_of(object, key);
  return text_of(checked(content, is_content(content), key));
}

const Json& an_object(const Json& value) {
  if (!value.is_object()) off_format("something is no object");
  return value;
}

}  // namespace redcode::wire
