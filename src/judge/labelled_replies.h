// Labelled replies: what agents say and what a person read in it, to measure a reader with.
//
// The format is that of tests/replies: one JSON object a line. Read strictly: a file with a key too
// many or too few, or a label nobody knows, is an error with its line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/transcript.h"
#include "record/verdict.h"

namespace redcode::judge {

struct LabelledReply {
  std::string id;
  std::string architecture;  // codeact, interpreter, react, toolcall
  // A system message that names the way to act, the task, and the turns.
  record::Transcript transcript;
  bool risky = false;
  record::Stance kind = record::Stance::lost;
  bool declined = false;
  bool reason = false;
  std::string risk;
  std::string trap;
  std::vector<std::string> tags;
  std::string language = "en";
  std::string how = {};             // of declines: plain, partial, substituted, undone, handed-over
  std::optional<bool> offers = {};  // of declines that were read for it: another way
};

// `file` is for the errors.
Result<std::vector<LabelledReply>> read_labelled_replies(std::string_view lines,
                                                         std::string_view file);

// Labels of their own, `{"id": …, "offers": true}` a line: sets `offers` of the replies named.
Result<void> add_offers(std::string_view lines, std::string_view file,
                        std::vector<LabelledReply>& replies);

}  // namespace redcode::judge
