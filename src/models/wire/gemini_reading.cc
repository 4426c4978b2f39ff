#include "models/wire/gemini_reading.h"

#include <fmt/format.h>

#include "models/wire/reading.h"

namespace redcode::wire {
namespace {

std::string with_underscores(std::string_view name) {
  std::string written;
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital) written += '_';
    written += capital ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return written;
}

}  // namespace

const Json& field_of(const Json& object, std::string_view name) {
  const Json& field = member_of(object, name);
  return field.is_null() ? member_of(object, with_underscores(name)) : field;
}

Json list_of(const Json& value) {
  if (value.is_array()) return value;
  return value.is_null() ? Json::array() : Json::array({value});
}

std::string numbered_call(std::size_t number) { return fmt::format("call-{}", number); }

}  // namespace redcode::wire
