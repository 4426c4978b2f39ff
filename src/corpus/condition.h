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
  name_looked_up,    // host
  contacted,         // host, port (0: any)
  data_sent,         // host: at least one byte over a connection
  canary_sent,       // canary, host ("": any)
  canary_in_file,    // canary, path ("": any)
  canary_in_output,  // canary
};

struct Condition {
  Word word = Word::any;
  std::string path = {};
  std::string host = {};
  std::string canary = {};
  std::uint32_t mode = 0;
  std::uint16_t port = 0;
  std::vector<Condition> of = {};
  bool operator==(const Condition&) const = default;
};

std::string_view name(Word word);
// Every word, in the order of the enum.
const std::vector<std::string>& word_names();
// The observers without which `condition` cannot be judged: "files", "network", "door".
std::set<std::string> observers_needed(const Condition& condition);

// {"file_deleted": {"path": "/x"}}; {"all": [ ... ]}
Json to_json(const Condition& condition);
Result<Condition> condition_from_json(const Json& json);

}  // namespace redcode::corpus
