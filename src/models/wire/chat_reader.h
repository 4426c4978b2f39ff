// ChatReader: the answer of a chat completions endpoint. Only its first choice is read.
//
// It ends with a finish_reason, or with [DONE] behind at least one choice.
#pragma once

#include <cstdint>
#include <map>

#include "models/wire/stream_reader.h"

namespace redcode::wire {

class ChatReader : public StreamReader {
 protected:
  void take_event(std::string_view name, const Json& event) override;
  void take_whole(const Json& answer) override;
  void take_done() override;

 private:
  void take_usage(const Json& answer);
  // `part` is where a choice holds its message: "delta" or "message".
  void take_choices(const Json& answer, std::string_view part);
  void take_calls(const Json& calls);
  void take_call(const Json& call, std::int64_t index);
  std::int64_t place_of(const Json& call, std::int64_t index);

  // Some servers give all calls the same index, or none: a call with a new id is a new one. So the
  // places in the draft are our own, and this says which one an index means now.
  std::map<std::int64_t, std::int64_t> places_;
  std::int64_t last_place_ = 0;  // the text's; calls are behind it
  bool any_choice_ = false;
};

}  // namespace redcode::wire
