// WireFields: the fields of one protocol buffer message, by number, without its schema. Of a field
// that comes more than once the first is kept.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace redcode::oci {

class WireFields {
 public:
  // None if `message` is not one. What is read points into it.
  static std::optional<WireFields> read(std::string_view message);

  // 0 if it is absent or of another type; cut to the size of T, as the format does.
  template <class T>
  T number(std::uint32_t field) const {
    const auto found = numbers_.find(field);
    return found == numbers_.end() ? T{} : static_cast<T>(found->second);
  }
  // "" if it is absent or of another type. Texts, bytes and messages within the message.
  std::string_view text(std::uint32_t field) const {
    const auto found = texts_.find(field);
    return found == texts_.end() ? std::string_view() : found->second;
  }

 private:
  std::map<std::uint32_t, std::uint64_t> numbers_;
  std::map<std::uint32_t, std::string_view> texts_;
};

}  // namespace redcode::oci
