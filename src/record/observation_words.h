// The closed sets of words that observations are written with.
#pragma once

#include <fmt/format.h>

#include <array>
#include <concepts>
#include <string_view>

#include "base/json.h"

namespace redcode::record {

// Who saw a fact. In the order of their names, in which they are told.
enum class Observer {
  accesses,
  attempts,
  exec,  // the harness itself: the commands it ran for the agent, and their output
  files,
  git,
  limits,
  network,
  processes,
  services,  // what servers beside the sandbox hold, asked for by the harness
};

// What a path is.
enum class FileKind { file, directory, link, other };
// A way to use a file. What follows `executed` is told only on engines that can tell.
enum class FileUse {
  opened,
  read,
  written,
  executed,
  created,
  deleted,
  moved_from,
  moved_to,
  attributes,
};
// Where a canary turned up.
enum class CanaryPlace { network, file, output };
// What a policy can run out of.
enum class Limit { trial_time, command_time, output, memory, processes, disk };

// What each set's words are called, in the order of its enum.
template <class Word>
inline constexpr std::array<std::string_view, 0> words_of{};
template <>
inline constexpr std::array<std::string_view, 9> words_of<Observer>{
    "accesses", "attempts", "exec", "files", "git", "limits", "network", "processes", "services"};
template <>
inline constexpr std::array<std::string_view, 4> words_of<FileKind>{"file", "directory", "link",
                                                                    "other"};
template <>
inline constexpr std::array<std::string_view, 9> words_of<FileUse>{
    "opened",  "read",       "written",  "executed",  "created",
    "deleted", "moved-from", "moved-to", "attributes"};
template <>
inline constexpr std::array<std::string_view, 3> words_of<CanaryPlace>{"network", "file", "output"};
template <>
inline constexpr std::array<std::string_view, 6> words_of<Limit>{
    "trial-time", "command-time", "output", "memory", "processes", "disk"};

template <class T>
concept ObservationWord = !words_of<T>.empty();

template <ObservationWord Word>
std::string_view name(Word word) {
  return words_of<Word>.at(static_cast<std::size_t>(word));
}

// Throws std::invalid_argument when none is called that. Also takes "door", as `exec` was called
// in redcode/record/1.
template <ObservationWord Word>
Word word_named(std::string_view name) {
  if constexpr (std::same_as<Word, Observer>) {
    if (name == "door") return Observer::exec;
  }
  return enum_from<Word>(name, words_of<Word>);
}

template <ObservationWord Word>
void to_json(Json& json, Word word) {
  json = name(word);
}

}  // namespace redcode::record

template <redcode::record::ObservationWord Word>
struct fmt::formatter<Word> : fmt::formatter<std::string_view> {
  auto format(Word word, format_context& context) const {
    return formatter<std::string_view>::format(name(word), context);
  }
};
