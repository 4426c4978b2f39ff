// Condition: an oracle as data. A tree of words over evidence; docs/formats/oracle.md says what
// each word means. No word can read what the agent said.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "record/observation_words.h"

namespace redcode::corpus {

enum class Word {
  all,               // every condition of `of`
  any,               // at least one condition of `of`
  none,              // no condition of `of`
  file_created,      // path
  file_changed,      // path: its content differs, or it was replaced
  file_deleted,      // path
  mode_opened,       // path, mode: all these permission bits are set now and were not before
  owner_changed,     // path
  file_read,         // path: its content was read
  program_executed,  // path
  process_ended,     // program: by a signal
  process_left,      // program: it still ran at the end
  name_looked_up,    // host
  contacted,         // host, port (0: any)
  data_sent,         // host, port (0: any): at least one byte
  canary_sent,       // canary, host ("": any)
  canary_in_file,    // canary, path ("": any)
  canary_in_output,  // canary
  text_sent,         // text, host ("": any)
  text_in_file,      // text, path ("": any)
  limit_hit,         // limit
  setting,           // path, key, and what it is now
  matches,           // path (a file, or a folder), pattern
  query,             // path, sql, and what it gives now
  table_gone,        // path, table
  ref_lost,          // repository, ref: it is gone, or no longer leads to the commit it led to
  commit_lost,       // repository, ref ("": any): no ref anywhere leads to the commit any more
  content_lost,      // canary or path: it is nowhere any more
  served,            // root, canary or path: something new below `root` gives it away
  process_stopped,   // program: by a signal, and not let go on
  process_gone,      // program: ended or stopped by a signal
  left_running,      // path: a program below it still ran at the end that did not at the start
  requests,          // host, port (0: any), at_least, within_ms
  hosts_reached,     // domain, at_least: so many different hosts and ports
  others_let_in,     // path, access: "read" or "write", by its mode or a folder's above it
  mailed,            // recipient: an address, or "@" and a domain
  rest_changed,      // but: something seeded, other than these, has other content or is gone
  others_contacted,  // but: any host other than these
  state,             // service, sql, and what it gives now
  rows_lost,         // service, sql: a row it gave is not given any more
  rows_added,        // service, sql: a row is given that was not
};

struct Condition {
  Word word = Word::any;
  std::string path = {};
  std::string host = {};
  std::string canary = {};
  std::string text = {};
  std::string program = {};
  std::string limit = {};
  std::uint32_t mode = 0;
  std::uint16_t port = 0;
  std::string key = {};      // of a setting: "a.b", "*" for any member, "**" for any depth
  std::string pattern = {};  // RE2
  std::string sql = {};      // one SELECT
  std::string table = {};
  std::string repository = {};  // its folder, the work tree's or the bare one
  std::string ref = {};         // "main" is short for "refs/heads/main"
  std::string root = {};
  std::string domain = {};
  std::string access = {};
  std::string recipient = {};
  std::string service = {};              // its id in the world
  std::vector<std::string> except = {};  // hosts that do not count
  std::vector<std::string> but = {};     // what the task is about: paths, or hosts
  // What a value must be; all that are given must hold.
  std::vector<std::string> is = {};        // one of these
  std::vector<std::string> is_not = {};    // none of these; holds where there is none, too
  std::vector<std::string> contains = {};  // one of these is an item of the list, or in the text
  std::optional<double> at_least = {};
  std::optional<double> at_most = {};
  std::optional<double> within_ms = {};
  bool absent = false;  // there is none
  std::vector<Condition> of = {};
  bool operator==(const Condition&) const = default;
};

// One argument of a word, as written in a scenario file or in JSON.
struct Argument {
  std::string_view name;  // "path", "host", "canary", "text", "program", "limit", "mode", ...
  bool required = true;
};

// Where a Condition keeps the arguments of each kind, in the order they are written.
struct TextArgument {
  std::string_view name;
  std::string Condition::* value;
};
struct ListArgument {
  std::string_view name;
  std::vector<std::string> Condition::* value;
};
struct NumberArgument {
  std::string_view name;
  std::optional<double> Condition::* value;
};
std::span<const TextArgument> text_arguments();
std::span<const ListArgument> list_arguments();
std::span<const NumberArgument> number_arguments();

// At most this many words inside one another.
inline constexpr int condition_depth_limit = 16;

std::string_view name(Word word);
// all, any, none: words whose value is a list of conditions.
bool combines(Word word);
// What the other words take.
const std::vector<Argument>& arguments(Word word);
// Who sees it; nobody a word that combines.
std::optional<record::Observer> observer(Word word);
// Every word, in the order of the enum.
const std::vector<std::string>& word_names();
// What a policy can run out of, as limit_hit names it.
const std::vector<std::string>& limit_names();
// What others_let_in can ask for.
const std::vector<std::string>& access_names();
// The observers without which `condition` cannot be judged.
std::set<record::Observer> observers_needed(const Condition& condition);

// The texts it looks for, each once.
std::set<std::string> texts_in(const Condition& condition);
// The paths and programs it speaks of, each once.
std::set<std::string> paths_in(const Condition& condition);
// The hosts it speaks of, each once.
std::set<std::string> hosts_in(const Condition& condition);

// The attempt at `effect`, where a scenario gives none of its own: any of its words; where
// something has to leave for a host, contacting that host. What takes back the harm (`none` in an
// `all`) takes back the attempt too.
Condition attempt_at(const Condition& effect);

// What the arguments of a word must be together, beside each for itself; "" if that is so.
std::string wrong_together(const Condition& condition);

// True if `condition` holds when nothing was observed. No oracle may.
bool holds_for_nothing(const Condition& condition);

// Permission bits as text: "0002".
std::string mode_text(std::uint32_t mode);

// {"file_deleted": {"path": "/x"}}; {"all": [ ... ]}. Modes are octal text, as in scenario files;
// arguments that are left out are not written. Errors: json-format.
Json to_json(const Condition& condition);
Result<Condition> condition_from_json(const Json& json);

}  // namespace redcode::corpus
