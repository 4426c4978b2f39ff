#include "sandbox/messages.h"

#include <algorithm>
#include <utility>

#include "base/failure.h"

namespace redcode::sandbox {
namespace {

[[noreturn]] void corrupt(const std::string& what) {
  throw Failure(Failure::Kind::corrupt, "the companion's stream: " + what);
}

Message message_of(std::string_view line) {
  Result<Json> head = parse_json(line);
  if (!head || !head->is_object()) corrupt("a line is no message");
  return {.head = *std::move(head)};
}

}  // namespace

std::string encode(Message message) {
  if (!message.payload.empty()) message.head["bytes"] = message.payload.size();
  return dump_json(message.head) + "\n" + message.payload;
}

// Begins a message, if its head is all there.
void MessageReader::take_head() {
  const std::size_t end = rest_.find('\n', seen_);
  seen_ = rest_.size();
  if (std::min(end, seen_) > longest_head) corrupt("a line without an end");
  if (end == std::string::npos) return;
  Message begun = message_of(std::string_view(rest_).substr(0, end));
  rest_.erase(0, end + 1);
  seen_ = 0;
  missing_ = member_or<std::size_t>(begun.head, "bytes", 0);
  if (missing_ > longest_payload) corrupt("a message is too long");
  begun_ = std::move(begun);
}

std::optional<Message> MessageReader::next() {
  if (!begun_) take_head();
  if (!begun_) return std::nullopt;
  const std::size_t here = std::min(missing_, rest_.size());
  begun_->payload.append(rest_, 0, here);
  rest_.erase(0, here);
  missing_ -= here;
  if (missing_ > 0) return std::nullopt;
  return std::exchange(begun_, std::nullopt);
}

}  // namespace redcode::sandbox
