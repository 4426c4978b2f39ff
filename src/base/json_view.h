// Reading JSON where there is much of it: a run's lines, a million at a time. json.h is for all
// else; this is several times faster and can only read.
#pragma once

#include <simdjson.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/json.h"

namespace redcode {

// A value inside a parsed text; lives only while decode_text runs.
using JsonView = simdjson::dom::element;

// The member `key` as a T: text, number or truth value, or the view itself. Throws for decode_json
// to catch: not there, of another type, out of range.
template <class T = JsonView>
T member(const JsonView& object, std::string_view key) {
  simdjson::dom::element found;
  if (object.at_key(key).get(found) != simdjson::SUCCESS) {
    throw std::invalid_argument(fmt::format("no member '{}'", key));
  }
  const auto read = [&]<class As>(As into) {
    if (found.get(into) != simdjson::SUCCESS)
      throw std::invalid_argument(fmt::format("'{}' is of another type", key));
    return into;
  };
  if constexpr (std::is_same_v<T, JsonView>) {
    return found;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return std::string(read(std::string_view{}));
  } else if constexpr (std::is_same_v<T, bool>) {
    return read(false);
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return read(std::string_view{});
  } else {
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    const Wide value = read(Wide{});
    if (value > Wide{std::numeric_limits<T>::max()} || value < Wide{std::numeric_limits<T>::min()})
      throw std::invalid_argument(fmt::format("'{}' is out of range", key));
    return static_cast<T>(value);
  }
}

inline bool has(const JsonView& object, std::string_view key) {
  return object.at_key(key).error() == simdjson::SUCCESS;
}

// The array `key` of the object.
inline simdjson::dom::array members(const JsonView& object, std::string_view key) {
  simdjson::dom::array found;
  if (member(object, key).get(found) != simdjson::SUCCESS)
    throw std::invalid_argument(fmt::format("'{}' is not a list", key));
  return found;
}

// Whether an object in `value`, at any depth, has two members of one name. Readers differ in which
// of them they take, so what such a text says depends on who reads it.
bool has_a_name_twice(const JsonView& value);

// Parses `text` and runs `read` on it; what that throws becomes an Error {json-format} that names
// `what`, as decode_json does. So does a name that an object has twice.
template <class Read>
auto decode_text(std::string_view what, std::string_view text, Read&& read)
    -> Result<decltype(read(JsonView{}))> {
  // A parser's buffers are most of the cost of a short text, so each thread keeps one for those.
  static constexpr std::size_t short_text = std::size_t{1} << 20U;
  thread_local simdjson::dom::parser kept;
  simdjson::dom::parser fresh;
  simdjson::dom::parser& parser = text.size() <= short_text ? kept : fresh;
  return decode_json(what, [&] {
    simdjson::dom::element root;
    if (const auto error = parser.parse(text.data(), text.size()).get(root))
      throw std::invalid_argument(simdjson::error_message(error));
    if (has_a_name_twice(root)) throw std::invalid_argument("a member stands in it twice");
    return std::forward<Read>(read)(root);
  });
}

}  // namespace redcode
