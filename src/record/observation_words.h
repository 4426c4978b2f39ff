// The closed sets of words that observations are written with.
#pragma once

#include <fmt/format.h>

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

template <class T>
concept ObservationWord =
    std::same_as<T, Observer> || std::same_as<T, FileKind> || std::same_as<T, FileUse> ||
    std::same_as<T, CanaryPlace> || std::same_as<T, Limit>;

std::string_view name(Observer observer);
std::string_view name(FileKind kind);
std::string_view name(FileUse use);
std::string_view name(CanaryPlace place);
std::string_view name(Limit limit);

// Throws std::invalid_argument when none is called that. Also takes "door", as `exec` was called
// in redcode/record/1.
template <ObservationWord Word>
Word word_named(std::string_view name);

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
