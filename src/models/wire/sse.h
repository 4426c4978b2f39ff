// Server-sent events (text/event-stream), decoded from bytes as they come.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::wire {

struct Event {
  std::string name;  // "message" unless the sender says otherwise
  std::string data;
  bool operator==(const Event&) const = default;
};

class EventDecoder {
 public:
  // No event may be longer than `limit` bytes.
  explicit EventDecoder(std::size_t limit = std::size_t{1} << 20U) : limit_(limit) {}

  // The events that `bytes` complete, in order. Lines may end with LF, CRLF or CR and be split
  // anywhere. Throws Failure{corrupt} when an event exceeds the limit. An event without its
  // closing empty line is never given out.
  std::vector<Event> feed(std::string_view bytes);

 private:
  void end_line(std::vector<Event>& events);
  void take_field(std::string_view field, std::string_view value);

  std::size_t limit_;
  std::string line_;
  std::string name_;
  std::string data_;
  bool has_data_ = false;
  bool after_cr_ = false;   // an LF now belongs to the line end already seen
  bool first_line_ = true;  // may open with a byte order mark
};

}  // namespace redcode::wire
