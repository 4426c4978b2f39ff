#include "models/wire/draft.h"

#include "models/wire/answer_fields.h"

namespace redcode::wire {

void Draft::grow(std::size_t bytes) {
  bytes_ += bytes;
  if (bytes_ > longest_reply) off_format("it is too long");
}

void Draft::add_text(std::int64_t index, std::string_view piece) {
  if (piece.empty()) return;
  grow(piece.size());
  items_[index].text += piece;
}

record::ToolCall& Draft::call(std::int64_t index) {
  std::optional<record::ToolCall>& call = items_[index].call;
  if (!call) {
    if (++calls_ > most_calls) off_format("it holds too many calls");
    call.emplace();
  }
  return *call;
}

void Draft::name_call(std::int64_t index, std::string_view id, std::string_view name) {
  grow(id.size() + name.size());
  record::ToolCall& named = call(index);
  if (!id.empty()) named.id = id;
  if (!name.empty()) named.name = name;
}

void Draft::add_arguments(std::int64_t index, std::string_view piece) {
  grow(piece.size());
  call(index).arguments += piece;
}

void Draft::forget(std::int64_t index) {
  const auto found = items_.find(index);
  if (found == items_.end()) return;
  const Item& item = found->second;
  bytes_ -= item.text.size();
  if (item.call) {
    bytes_ -= item.call->arguments.size();
    --calls_;
  }
  items_.erase(found);
}

void Draft::forget_all() {
  items_.clear();
  bytes_ = 0;
  calls_ = 0;
}

const record::ToolCall* Draft::call_at(std::int64_t index) const {
  const auto found = items_.find(index);
  if (found == items_.end()) return nullptr;
  const std::optional<record::ToolCall>& call = found->second.call;
  return call ? &*call : nullptr;
}

Reply Draft::reply() const {
  Reply reply{.text = {}, .usage = usage_};
  for (const auto& [index, item] : items_) {
    reply.text += item.text;
    if (!item.call) continue;
    if (item.call->name.empty()) off_format("a call has no name");
    reply.calls.push_back(*item.call);
  }
  return reply;
}

}  // namespace redcode::wire
