// ResponsesReader: the answer of an OpenAI responses endpoint.
//
// An item told as done counts for more than its deltas, and the response told as completed for
// more than its items; but a server may leave out either. It ends when the response is completed
// or told to be incomplete, as one that was cut at its longest.
#pragma once

#include "models/wire/stream_reader.h"

namespace redcode::wire {

class ResponsesReader : public StreamReader {
 protected:
  void take_event(std::string_view name, const Json& event) override;
  void take_whole(const Json& answer) override;

 private:
  void take_delta(std::string_view type, const Json& event);
  void take_item(std::int64_t index, const Json& item);
  void take_response(const Json& response);
  [[noreturn]] static void take_failure(const Json& response);
};

}  // namespace redcode::wire
