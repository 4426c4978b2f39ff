// JSON with the caution hostile input needs: bounded size and depth, no duplicate surprise,
// and output that is always valid UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/result.h"

namespace redcode {

// Keys keep the order they were written in, so the same value is always the same bytes.
using Json = nlohmann::ordered_json;

struct JsonLimits {
  std::size_t bytes = std::size_t{64} << 20U;
  int depth = 64;
  // Of one object: each takes time for all before it, so hostile texts need a lower limit.
  std::size_t members = std::numeric_limits<std::size_t>::max();
  // Of the whole text, counted from above: each takes some sixty bytes of memory, however short it
  // is written.
  std::size_t values = std::numeric_limits<std::size_t>::max();
};

// Parses one JSON text. Errors: json-too-big, json-too-deep, json-syntax.
Result<Json> parse_json(std::string_view text, JsonLimits limits = {});

// One line; invalid UTF-8 inside strings becomes U+FFFD instead of throwing.
std::string dump_json(const Json& value);
// The same, indented for people.
std::string pretty_json(const Json& value);
// A string as dump_json() writes it, with its quotes.
std::string json_text(std::string_view text);

inline bool has(const Json& object, std::string_view key) {
  return object.is_object() && object.contains(std::string(key));
}

// The member `key` as a T, or `fallback` when it is absent or of another type. For answers from
// others, where what is missing must not throw.
template <class T>
T member_or(const Json& object, std::string_view key, T fallback) {
  if (!object.is_object()) return fallback;
  const auto found = object.find(std::string(key));
  if (found == object.end()) return fallback;
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    // The library would convert any number, and what a T cannot hold into anything.
    if (found->is_number_float()) return fallback;
    const bool negative = found->is_number_integer() && !found->is_number_unsigned() &&
                          found->template get<std::int64_t>() < 0;
    if (std::is_unsigned_v<T> && negative) return fallback;
  }
  try {
    return found->template get<T>();
  } catch (const nlohmann::json::exception&) {
    return fallback;
  }
}

// The member `key` as a T, or as it is. Throws for decode_json to catch: not there, of another
// type.
template <class T = Json>
decltype(auto) member(const Json& object, std::string_view key) {
  const Json& found = object.at(std::string(key));
  if constexpr (std::is_same_v<T, Json>) {
    return (found);
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return std::string_view(found.get_ref<const std::string&>());
  } else {
    return found.template get<T>();
  }
}

// The list `key` of the object. Throws as member() does.
inline const Json::array_t& members(const Json& object, std::string_view key) {
  return member(object, key).get_ref<const Json::array_t&>();
}

// Runs `read`, which may use nlohmann's throwing accessors, and turns what it throws into an Error
// {json-format} that names `what`. Decoders of our own formats are written with it.
template <class Read>
auto decode_json(std::string_view what, Read&& read) -> Result<decltype(read())> {
  try {
    return std::forward<Read>(read)();
  } catch (const std::exception& wrong) {
    return std::unexpected(
        Error{.code = "json-format", .message = fmt::format("not a {}: {}", what, wrong.what())});
  }
}

// The enumerator whose name is `word`; throws for decode_json to catch. `names` gives the names in
// the order of the enum, from 0.
template <class Enum, class Names>
Enum enum_from(std::string_view word, const Names& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == word) return static_cast<Enum>(i);
  }
  throw std::invalid_argument(fmt::format("unknown word '{}'", word));
}

}  // namespace redcode
