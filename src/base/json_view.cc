#include "base/json_view.h"

#include <algorithm>
#include <array>
#include <vector>

namespace redcode {
namespace {

// Up to so many names are compared one with the other: that is quicker than putting them in order.
constexpr std::size_t few = 16;

bool one_twice(const simdjson::dom::object& object) {
  std::array<std::string_view, few> names;
  std::size_t count = 0;
  for (const auto field : object) {
    if (count == few) break;
    const std::string_view name = field.key;
    for (std::size_t i = 0; i < count; ++i) {
      if (names.at(i) == name) return true;
    }
    names.at(count++) = name;
  }
  if (count < few) return false;
  std::vector<std::string_view> all;
  for (const auto field : object) all.push_back(field.key);
  std::ranges::sort(all);
  return std::ranges::adjacent_find(all) != all.end();
}

}  // namespace

bool has_a_name_twice(const JsonView& value) {
  if (simdjson::dom::array list; value.get(list) == simdjson::SUCCESS)
    return std::ranges::any_of(list.begin(), list.end(),
                               [](const JsonView& part) { return has_a_name_twice(part); });
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) return false;
  if (one_twice(object)) return true;
  for (const auto field : object) {
    if (has_a_name_twice(field.value)) return true;
  }
  return false;
}

}  // namespace redcode
