// The providers' wire formats, from both sides: questions written and read, answers read and
// written. Bytes only; nothing here opens a connection.
//
// Four are spoken: OpenAI chat completions and responses, Anthropic messages, Gemini. A question
// or an answer read from one can be written in another; what a format has no place for is left
// out, never invented.
//
// Peers are hostile: a question comes from the agent under test, an answer from a server that may
// break off anywhere. Sizes are bounded, and what is off format is said so, never guessed at.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "record/transcript.h"

namespace redcode::wire {

enum class Format { chat, responses, messages, gemini };

// "chat", "responses", "messages", "gemini"
std::string_view name(Format format);
// An Error that lists the formats.
Result<Format> format_named(std::string_view name);

struct Tool {
  std::string name;
  std::string description;
  // A JSON Schema; {"type": "string"} for a tool that takes any text.
  Json parameters = Json::object();
  bool operator==(const Tool&) const = default;
};

// What a model is asked.
struct Question {
  std::string model;
  record::Transcript messages;  // system messages first; tool calls and their results inside
  std::vector<Tool> tools = {};
  std::optional<double> temperature = {};
  std::optional<std::uint64_t> max_tokens = {};
  bool stream = true;
  bool include_usage = true;  // chat: whether a stream shall end with its usage
};

// What it answers.
struct Reply {
  std::string text;
  std::vector<record::ToolCall> calls = {};
  record::Usage usage = {};
  bool operator==(const Reply&) const = default;
};

// Longer texts and more calls than this are off format.
inline constexpr std::size_t longest_reply = std::size_t{1} << 20U;
inline constexpr std::size_t most_calls = 128;

// The path of a question behind a base address that ends with the version ("https://host/v1",
// "https://host/v1beta"): "/chat/completions", "/models/m:streamGenerateContent?alt=sse".
std::string path_of(Format format, const Question& question);
// Its body. Messages of Role::permission are not sent. In messages an answer needs a limit: it is
// usual_max_tokens unless the question has one.
inline constexpr std::uint64_t usual_max_tokens = 8192;
std::string write_question(Format format, const Question& question);

// Which format a call to `target` speaks, judged by the end of its path; nothing if it is no model
// call. "/v1/messages?beta=true" is messages; "/v1/models" is none.
std::optional<Format> format_of(std::string_view target);
// The body of a question, within bounds that every honest one keeps: an object. Takes as long as
// the body is long; whoever reads a stranger's does so off the tasks' thread.
Result<Json> parse_question(std::string_view body);
// Lenient about what it does not know, strict about the messages. Texts of reasoning, pictures and
// other parts are left out. `target` matters to gemini: it names the model and says whether to
// stream. Requires: `body` is an object.
Result<Question> question_in(Format format, std::string_view target, const Json& body);
// The same of a body that was not parsed yet.
Result<Question> read_question(Format format, std::string_view target, std::string_view body);
// `body`, an object, with its model renamed and everything else as it was; for gemini the target
// holds the name.
Json with_model(Format format, Json body, std::string_view model);

// `body`, an object, as it may be passed on to a provider. Whoever passes calls on lends a program
// the provider's own way to the network, and somebody's money: what the provider would do itself
// (its tools, servers it asks), what it would keep beyond the call and what makes one answer cost
// like many (several choices, dearer service) is left out, and a question with a picture or file at
// an address is refused.
struct Fit {
  Json body;
  std::set<std::string> dropped = {};  // what was left out: hostile text
};
Result<Fit> fit_to_pass(Format format, Json body);

// How long the answer may be, in tokens, thoughts included.
struct AnswerLimit {
  std::uint64_t most = 0;
  bool said_always = false;  // also in a question that sets no limit itself
};
// Sets the limits that `body`, an object, asks for to `limit.most` where they are over it. Gives
// the one that it then has; nothing if it has none.
std::optional<std::uint64_t> limit_answer(Format format, Json& body, AnswerLimit limit);

// An answer as it comes: a stream of events, or one JSON text from servers that ignore "stream".
class AnswerReader {
 public:
  static std::unique_ptr<AnswerReader> make(Format format);
  virtual ~AnswerReader() = default;

  // The next bytes of the body. Throws Failure{corrupt} when they are off format or too many,
  // Failure{unavailable} when the server reports an error in mid-stream.
  virtual void take(std::string_view bytes) = 0;
  // What the server has counted so far; zeros if it did not yet.
  virtual record::Usage usage() const = 0;
  // Whether all that came may be one JSON text, of which nothing is known before its end.
  virtual bool is_whole() const = 0;
  // The whole reply. Throws Failure{corrupt} when the answer has not come to its end: half an
  // answer is none.
  virtual Reply finish() = 0;
};

// A reply as one JSON text, and as server-sent events, each whole.
std::string write_answer(Format format, const Question& question, const Reply& reply);
std::vector<std::string> write_events(Format format, const Question& question, const Reply& reply);

// The body of an error answer in the format, and what a server says is wrong from such a body: its
// message if it has one, else the body.
std::string write_error(Format format, int status, const Error& error);
std::string error_message(std::string_view body);

// One "token" is one word: what a scripted model charges.
record::Usage count_words(const Question& question, const Reply& reply);

}  // namespace redcode::wire
