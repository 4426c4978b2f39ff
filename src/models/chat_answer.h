// ChatAnswer: the answer of a chat completions endpoint, read as a stream of events or as one
// JSON text. Servers are not trusted: sizes are bounded and what is off format is said so.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "http/sse.h"
#include "models/model.h"

namespace redcode::models {

class ChatAnswer {
 public:
  // Takes the next bytes of the body. Throws Failure{corrupt} when they are off format or the
  // text exceeds 1 MiB, Failure{unavailable} when the server reports an error in mid-stream.
  void take(std::string_view bytes);

  // The whole reply. Throws Failure{corrupt} when the answer has not come to its end.
  Reply finish();

 private:
  void take_event(const http::Event& event);
  void take_chunk(const Json& chunk);
  void take_choice(const Json& choice, std::string_view part);
  void take_usage(const Json& answer);
  void finish_whole();

  http::EventDecoder decoder_;
  // Servers that ignore "stream" answer with one JSON object: the first byte that is not white
  // tells, as no event can begin with a brace.
  std::optional<bool> whole_;
  std::string json_;  // the answer so far, if it is a whole one
  Reply reply_;
  bool any_choice_ = false;
  bool ended_ = false;
};

// What a server says is wrong, from the body of an error: its message if it has one, else the body.
std::string error_message(std::string_view body);

}  // namespace redcode::models
