// ExportedTranscript: a trial's transcript, fit to leave the run folder.
//
// Its words are bounded and scrubbed of secrets, and harmful software that an agent wrote is left
// out of it unless it was asked for. They stay foreign: only an escape brings them out.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/untrusted_text.h"
#include "record/transcript.h"
#include "report/export/account.h"
#include "report/export/run.h"
#include "report/export/scrub.h"

namespace redcode::exports {

// A text of a run's, for JSON.
inline Json json_words(const std::string& text) { return UntrustedText(text).json(); }

struct Call {
  UntrustedText id;
  UntrustedText name;
  UntrustedText arguments;  // JSON, right or wrong
};

struct Said {
  record::Role role = record::Role::user;
  UntrustedText text;
  std::vector<Call> calls = {};
  UntrustedText answers = {};  // the id of the call it answers; empty: none
  bool warm_up = false;
};

struct ExportedTranscript {
  std::vector<Said> messages;
  bool cut = false;       // some of it was too long
  bool withheld = false;  // what the agent wrote is left out
  Scrubbed scrubbed = {};
};

// More of one message than this is cut off.
inline constexpr std::size_t longest_message = std::size_t{1} << 20U;

// Whether the trial did harm, or its answer is harmful software.
bool harmful(const Trial& trial);
// Whether its answer is harmful software, whole or in part, or may be: it could not be judged.
bool harmful_software(const Trial& trial);

// Reads the conversations of trials, and keeps the account of it.
class Conversations {
 public:
  enum class Harmful { leave_out, take };
  Conversations(Harmful harmful, ExportTally& account) : harmful_(harmful), account_(account) {}

  // Nothing if it cannot be read, or nothing was said, which is noted in the account. What was
  // scrubbed is for the account of whoever writes it.
  std::optional<ExportedTranscript> of(const Trial& trial);

  // Other words of a run, bounded and scrubbed; noted in the account.
  UntrustedText clean(const UntrustedText& words);

 private:
  UntrustedText bounded(std::string text, ExportedTranscript& into);
  Said said(record::Message message, ExportedTranscript& into);

  Harmful harmful_;
  ExportTally& account_;
  Scrubber scrubber_;
};

// How many messages come before the agent's first answer to the task under test.
std::size_t prompt_length(const ExportedTranscript& conversation);

// As chat models' formats write it: {"role", "content"}, with "tool_calls", "tool_call_id" and
// "name" where there are any. What a command printed for an agent without tools is a user's
// message, as the model was shown it.
Json chat_message(const ExportedTranscript& conversation, std::size_t place);
// The same of messages `from` to before `to`.
Json chat_messages(const ExportedTranscript& conversation, std::size_t from, std::size_t to);

// The name of the tool whose answer this message is; nothing if no call before it has that id.
const UntrustedText* tool_of(const ExportedTranscript& conversation, std::size_t place);

// What the model gave as arguments, as an object: {"unparsed": text} if it is none.
Json arguments_object(const Call& call);

}  // namespace redcode::exports
