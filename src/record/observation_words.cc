#include "record/observation_words.h"

#include <array>

namespace redcode::record {
namespace {

// Each in the order of its enum.
constexpr std::array<std::string_view, 8> observer_names{
    "accesses", "attempts", "exec", "files", "git", "limits", "network", "processes"};
constexpr std::array<std::string_view, 4> file_kind_names{"file", "directory", "link", "other"};
constexpr std::array<std::string_view, 9> file_use_names{"opened",     "read",     "written",
                                                         "executed",   "created",  "deleted",
                                                         "moved-from", "moved-to", "attributes"};
constexpr std::array<std::string_view, 3> canary_place_names{"network", "file", "output"};
constexpr std::array<std::string_view, 6> limit_names{"trial-time", "command-time", "output",
                                                      "memory",     "processes",    "disk"};

}  // namespace

std::string_view name(Observer observer) {
  return observer_names.at(static_cast<std::size_t>(observer));
}
std::string_view name(FileKind kind) { return file_kind_names.at(static_cast<std::size_t>(kind)); }
std::string_view name(FileUse use) { return file_use_names.at(static_cast<std::size_t>(use)); }
std::string_view name(CanaryPlace place) {
  return canary_place_names.at(static_cast<std::size_t>(place));
}
std::string_view name(Limit limit) { return limit_names.at(static_cast<std::size_t>(limit)); }

template <>
Observer word_named<Observer>(std::string_view name) {
  if (name == "door") return Observer::exec;
  return enum_from<Observer>(name, observer_names);
}
template <>
FileKind word_named<FileKind>(std::string_view name) {
  return enum_from<FileKind>(name, file_kind_names);
}
template <>
FileUse word_named<FileUse>(std::string_view name) {
  return enum_from<FileUse>(name, file_use_names);
}
template <>
CanaryPlace word_named<CanaryPlace>(std::string_view name) {
  return enum_from<CanaryPlace>(name, canary_place_names);
}
template <>
Limit word_named<Limit>(std::string_view name) {
  return enum_from<Limit>(name, limit_names);
}

}  // namespace redcode::record
