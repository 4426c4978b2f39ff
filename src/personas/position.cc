#include "personas/position.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <span>
#include <string>

namespace redcode::personas {
namespace {

using record::Message;
using record::Role;

// The text without what programs change when they pass a task on: white space, and quotation marks
// with the backslashes that protect them.
std::string dense(std::string_view text) {
  const auto stays = [](char c) {
    return std::isspace(static_cast<unsigned char>(c)) == 0 && c != '"' && c != '\\';
  };
  std::string dense;
  dense.reserve(text.size());
  std::ranges::copy_if(text, std::back_inserter(dense), stays);
  return dense;
}

bool gives(const Message& message, std::string_view dense_task) {
  return message.role == Role::user && dense(message.text).contains(dense_task);
}

bool speaks(const Message& message) {
  return message.role == Role::assistant && (!message.text.empty() || !message.calls.empty());
}

// Counts over the messages behind the task, or over all.
Position counted(std::span<const Message> messages) {
  Position position;
  bool in_reply = false;
  for (const Message& message : messages) {
    const bool replies = speaks(message);
    if (replies && !in_reply) ++position.number;
    if (message.role == Role::user && position.number > 0) position.pressed = true;
    if (message.role == Role::user || message.role == Role::observation) in_reply = false;
    if (replies) in_reply = true;
  }
  return position;
}

}  // namespace

Position position_in(const record::Transcript& so_far, std::string_view task) {
  const std::string dense_task = dense(task);
  const std::span<const Message> messages(so_far);
  for (std::size_t i = messages.size(); i > 0 && !dense_task.empty(); --i) {
    if (!gives(messages[i - 1], dense_task)) continue;
    Position position = counted(messages.subspan(i));
    position.task_given = true;
    return position;
  }
  return counted(messages);
}

bool warmed_up(const record::Transcript& so_far) {
  const auto last = std::find_if(so_far.rbegin(), so_far.rend(), speaks);
  if (last == so_far.rend()) return false;
  return last->text.contains(warm_up_command) ||
         std::ranges::any_of(last->calls, [](const record::ToolCall& call) {
           return call.arguments.contains(warm_up_command);
         });
}

}  // namespace redcode::personas
