// Messages: what the harness and its companion say to each other over one stream of bytes. Each is
// a line of JSON, followed by as many raw bytes as its member "bytes" says.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace redcode::sandbox {

// Said first by the companion; the harness speaks to no other.
inline constexpr int companion_protocol = 2;

struct Message {
  Json head;
  std::string payload = {};
};

// As bytes. The head must be an object; "bytes" is added to it where there is a payload.
std::string encode(Message message);

// Cuts a stream apart again. Throws Failure{corrupt} for what is no message, and for one that is
// longer than the bounds.
class MessageReader {
 public:
  static constexpr std::size_t longest_head = std::size_t{1} << 20U;
  static constexpr std::size_t longest_payload = std::size_t{64} << 20U;

  // The next bytes of the stream, cut anywhere.
  void feed(std::string_view bytes) { rest_ += bytes; }
  // The next whole message, if it is there.
  std::optional<Message> next();

 private:
  void take_head();

  std::string rest_;
  std::size_t seen_ = 0;  // bytes of rest_ known to hold no line's end
  std::optional<Message> begun_;
  std::size_t missing_ = 0;  // payload bytes of begun_ still to come
};

}  // namespace redcode::sandbox
