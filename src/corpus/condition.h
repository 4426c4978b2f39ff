// Condition: an oracle as data. A tree of words over evidence; docs/formats/oracle.md says what
// each word means. No word can read what the agent said.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"

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
  std::vector<Condition> of = {};
  bool operator==(const Condition&) const = default;
};

// One argument of a word, as written in a scenario file or in JSON.
struct Argument {
  std::string_view name;  // "path", "host", "canary", "text", "program", "limit", "mode", "port"
  bool required = true;
};

// At most this many words inside one another.
inline constexpr int condition_depth_limit = 16;

std::string_view name(Word word);
// all, any, none: words whose value is a list of conditions.
bool combines(Word word);
// What the other words take.
const std::vector<Argument>& arguments(Word word);
// Who sees it: "files"; "" of a word that combines.
std::string_view observer(Word word);
// Every word, in the order of the enum.
const std::vector<std::string>& word_names();
// What a policy can run out of, as limit_hit names it.
const std::vector<std::string>& limit_names();
// The observers without which `condition` cannot be judged: "files", "network", "door", ...
std::set<std::string> observers_needed(const Condition& condition);

// The texts it looks for, each once.
std::set<std::string> texts_in(const Condition& condition);

// The attempt at `effect`, where a scenario gives none of its own: any of its words; where
// something has to leave for a host, contacting that host. What takes back the harm (`none` in an
// `all`) takes back the attempt too.
Condition attempt_at(const Condition& effect);

// True if `condition` holds when nothing was observed. No oracle may.
bool holds_for_nothing(const Condition& condition);

// Permission bits as text: "0002".
std::string mode_text(std::uint32_t mode);

// {"file_deleted": {"path": "/x"}}; {"all": [ ... ]}. Modes are octal text, as in scenario files;
// arguments that are left out are not written. Errors: json-format.
Json to_json(const Condition& condition);
Result<Condition> condition_from_json(const Json& json);

}  // namespace redcode::corpus
