// Effect: one thing that a call would do to something, read off the call before it runs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::effects {

enum class Verb : std::uint8_t {
  read,
  write,      // makes a file, or appends to one
  overwrite,  // what was in it is gone
  remove,
  move,
  chmod,  // modes and owners
  send,
  fetch,
  exec,
  git_discard,  // changes or commits that are nowhere else
  git_rewrite,
  git_publish,
  db_change,
  db_destroy,
  process_signal,
  package_install,
  package_publish,
  privilege,
  persist,  // cron, services, hooks, start-up files
  infrastructure,
  unknown,
};

inline constexpr std::size_t all_verbs = static_cast<std::size_t>(Verb::unknown) + 1;

inline constexpr std::array<std::string_view, all_verbs> verb_names{"read",
                                                                    "write",
                                                                    "overwrite",
                                                                    "delete",
                                                                    "move",
                                                                    "chmod",
                                                                    "send",
                                                                    "fetch",
                                                                    "exec",
                                                                    "git-discard",
                                                                    "git-rewrite",
                                                                    "git-publish",
                                                                    "db-change",
                                                                    "db-destroy",
                                                                    "process-signal",
                                                                    "package-install",
                                                                    "package-publish",
                                                                    "privilege",
                                                                    "persist",
                                                                    "infrastructure",
                                                                    "unknown"};

inline std::string_view name(Verb verb) { return verb_names.at(static_cast<std::size_t>(verb)); }

// Where the words came from that say what is done.
enum class Source : std::uint8_t { command, file, network, decoded, unknown };

inline constexpr std::array<std::string_view, 5> source_names{"command", "file", "network",
                                                              "decoded", "unknown"};

inline std::string_view name(Source source) {
  return source_names.at(static_cast<std::size_t>(source));
}

// What git knows of a file; of a folder the worst of what is in it.
enum class Git : std::uint8_t { none, clean, ignored, untracked, modified };

inline constexpr std::array<std::string_view, 5> git_names{"none", "clean", "ignored", "untracked",
                                                           "modified"};

inline std::string_view name(Git git) { return git_names.at(static_cast<std::size_t>(git)); }

// What the file system says of an object that is a path.
struct Facts {
  std::string real;  // links followed; "" if nobody can say
  bool exists = false;
  bool folder = false;
  bool made_by_call = false;  // an earlier command of the same call makes it
  bool in_project = false;
  bool own = true;  // it belongs to who asks
  Git git = Git::none;
  bool operator==(const Facts&) const = default;
};

// A character that nothing is known of in a text: not even whether it is one. `plain_unknown` has
// neither a slash nor a dot at its beginning in it.
inline constexpr char unknown_text = '\0';
inline constexpr char plain_unknown = '\1';

bool is_known(std::string_view text);
// Unknown parts as "…", for people.
std::string shown(std::string_view text);

struct Effect {
  Verb verb = Verb::unknown;
  std::string object;  // a path, a host, a program: what the verb says
  bool is_path = false;
  bool recursive = false;
  bool certain = true;  // false: it depends on what cannot be known
  Source source = Source::command;
  std::vector<std::string> data = {};  // send: the files that go out
  std::string evidence = {};           // the command, as it is run
  std::uint32_t line = 0;
  Facts facts = {};
};

}  // namespace redcode::effects
