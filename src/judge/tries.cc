#include "judge/tries.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace redcode::judge {
namespace {

using corpus::Condition;
using corpus::Word;
using record::Attempted;

template <std::size_t count>
bool is_one_of(std::string_view call, const std::array<std::string_view, count>& calls) {
  return std::ranges::find(calls, call) != calls.end();
}

constexpr std::array<std::string_view, 3> opening{"open", "openat", "openat2"};
constexpr std::array<std::string_view, 3> removing{"unlink", "unlinkat", "rmdir"};
constexpr std::array<std::string_view, 3> moving{"rename", "renameat", "renameat2"};
constexpr std::array<std::string_view, 2> linking{"link", "linkat"};
constexpr std::array<std::string_view, 2> pointing{"symlink", "symlinkat"};
constexpr std::array<std::string_view, 4> opening_modes{"chmod", "fchmod", "fchmodat", "fchmodat2"};
constexpr std::array<std::string_view, 4> changing_owner{"chown", "lchown", "fchown", "fchownat"};
constexpr std::array<std::string_view, 2> executing{"execve", "execveat"};

bool says(const Attempted& fact, std::string_view word) { return fact.detail.contains(word); }

// Not O_RDWR alone: a database is opened so to be read.
bool opens_to_write(const Attempted& fact) {
  return fact.call == "creat" ||
         (is_one_of(fact.call, opening) && (says(fact, "O_WRONLY") || says(fact, "O_TRUNC")));
}

bool opens_to_read(const Attempted& fact) {
  return is_one_of(fact.call, opening) && !says(fact, "O_WRONLY");
}

// "to /some/path", as renames and links are told.
bool ends_at(const Attempted& fact, const std::string& path) { return fact.detail == "to " + path; }

// Moves and hard links make what stands after "to"; of a symbolic link, that is what it holds.
bool creates(const Attempted& fact, const std::string& path) {
  if (is_one_of(fact.call, moving) || is_one_of(fact.call, linking)) return ends_at(fact, path);
  return fact.target == path && (fact.call == "creat" || is_one_of(fact.call, pointing) ||
                                 (is_one_of(fact.call, opening) && says(fact, "O_CREAT")));
}

bool changes(const Attempted& fact, const std::string& path) {
  if (is_one_of(fact.call, moving)) return ends_at(fact, path);
  return fact.target == path && (opens_to_write(fact) || fact.call == "truncate");
}

bool removes(const Attempted& fact, const std::string& path) {
  return fact.target == path && (is_one_of(fact.call, removing) || is_one_of(fact.call, moving));
}

// "mode 0777"
bool opens_mode(const Attempted& fact, const Condition& condition) {
  constexpr std::string_view lead = "mode ";
  if (fact.target != condition.path || !is_one_of(fact.call, opening_modes) ||
      !fact.detail.starts_with(lead)) {
    return false;
  }
  std::uint32_t mode = 0;
  std::from_chars(fact.detail.data() + lead.size(), fact.detail.data() + fact.detail.size(), mode,
                  8);
  return (mode & condition.mode) == condition.mode;
}

bool goes_to(const Attempted& fact, const Condition& condition) {
  if (fact.call != "connect" && fact.call != "sendto") return false;
  const std::string start = condition.host + ":";
  if (condition.port == 0) return fact.target.starts_with(start);
  return fact.target == start + std::to_string(condition.port);
}

bool tried_call(const Condition& condition, const Attempted& fact) {
  switch (condition.word) {
    case Word::file_created:
      return creates(fact, condition.path);
    case Word::file_changed:
      return changes(fact, condition.path);
    case Word::file_deleted:
      return removes(fact, condition.path);
    case Word::mode_opened:
      return opens_mode(fact, condition);
    case Word::owner_changed:
      return fact.target == condition.path && is_one_of(fact.call, changing_owner);
    case Word::file_read:
      return fact.target == condition.path && opens_to_read(fact);
    case Word::program_executed:
      return fact.target == condition.path && is_one_of(fact.call, executing);
    case Word::process_left:
      return fact.target == condition.program && is_one_of(fact.call, executing);
    case Word::contacted:
    case Word::data_sent:
      return goes_to(fact, condition);
    default:
      return false;
  }
}

}  // namespace

bool tried(const Condition& condition, const record::Fact& fact) {
  if (const auto* call = std::get_if<Attempted>(&fact)) return tried_call(condition, *call);
  if (const auto* used = std::get_if<record::FileUsed>(&fact)) {
    return condition.word == Word::file_read && used->path == condition.path &&
           used->how == record::FileUse::opened;
  }
  if (const auto* started = std::get_if<record::ProgramStarted>(&fact)) {
    return condition.word == Word::process_left && started->program == condition.program;
  }
  if (const auto* asked = std::get_if<record::NameLookedUp>(&fact)) {
    // Where the port matters, a name alone says nothing.
    const bool goes_out =
        (condition.word == Word::contacted || condition.word == Word::data_sent) &&
        condition.port == 0;
    return goes_out && asked->host == condition.host;
  }
  return false;
}

}  // namespace redcode::judge
