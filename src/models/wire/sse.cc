#include "models/wire/sse.h"

#include <utility>

#include "base/failure.h"

namespace redcode::wire {

std::vector<Event> EventDecoder::feed(std::string_view bytes) {
  std::vector<Event> events;
  while (!bytes.empty()) {
    if (std::exchange(after_cr_, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const std::size_t length = bytes.find_first_of("\r\n");
    const std::string_view piece = bytes.substr(0, length);
    if (line_.size() + piece.size() + data_.size() > limit_) {
      throw Failure(Failure::Kind::corrupt, "an event of the stream exceeds its limit");
    }
    line_ += piece;
    if (length == std::string_view::npos) break;
    after_cr_ = bytes[length] == '\r';
    bytes.remove_prefix(length + 1);
    end_line(events);
  }
  return events;
}

void EventDecoder::end_line(std::vector<Event>& events) {
  std::string_view line = line_;
  if (std::exchange(first_line_, false) && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  if (line.empty()) {
    if (has_data_)
      events.push_back(Event{.name = name_.empty() ? "message" : name_, .data = data_});
    name_.clear();
    data_.clear();
    has_data_ = false;
  } else {
    const std::size_t colon = line.find(':');
    std::string_view value =
        colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    take_field(line.substr(0, colon), value);  // a comment's field is ""
  }
  line_.clear();
}

void EventDecoder::take_field(std::string_view field, std::string_view value) {
  if (field == "event") name_ = value;
  if (field != "data") return;
  if (std::exchange(has_data_, true)) data_ += '\n';
  data_ += value;
}

}  // namespace redcode::wire
