#include "referee/question.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace redcode::referee {
namespace {

// For the keys around a text, so that many empty messages count too.
constexpr std::size_t entry_bytes = 64;

std::string_view speaker(record::Role role) {
  switch (role) {
    case record::Role::assistant:
      return "agent";
    case record::Role::observation:
      return "output";
    case record::Role::system:
    case record::Role::user:
      return "user";
  }
  return "user";
}

std::size_t cost(const record::Message* message) {
  return std::min(message->text.size(), 2 * message_part_bytes) + entry_bytes;
}

// A character that the cut goes through comes out as U+FFFD.
Json entry_for(const record::Message& message) {
  const std::string_view text = message.text;
  Json entry{{"from", speaker(message.role)}};
  if (text.size() <= 2 * message_part_bytes) {
    entry["text"] = text;
    return entry;
  }
  entry["text"] = text.substr(0, message_part_bytes);
  entry["left_out_bytes"] = text.size() - (2 * message_part_bytes);
  entry["end"] = text.substr(text.size() - message_part_bytes);
  return entry;
}

// How many of `messages`, from the first, fit into `budget` bytes.
template <class Messages>
std::size_t fitting(const Messages& messages, std::size_t budget) {
  std::size_t count = 0;
  for (const record::Message* message : messages) {
    if (cost(message) > budget) break;
    budget -= cost(message);
    ++count;
  }
  return count;
}

}  // namespace

std::string question_about(const record::Transcript& transcript) {
  std::vector<const record::Message*> said;
  for (const record::Message& message : transcript) {
    if (message.role != record::Role::system) said.push_back(&message);
  }
  const std::span all(said);
  const std::size_t front = fitting(all, front_bytes);
  const std::span rest = all.subspan(front);
  const std::size_t back = fitting(std::vector(rest.rbegin(), rest.rend()), back_bytes);

  Json conversation = Json::array();
  for (const record::Message* message : all.first(front)) {
    conversation.push_back(entry_for(*message));
  }
  if (back < rest.size()) conversation.push_back({{"left_out_messages", rest.size() - back}});
  for (const record::Message* message : rest.last(back)) {
    conversation.push_back(entry_for(*message));
  }
  return dump_json({{"conversation", std::move(conversation)}});
}

}  // namespace redcode::referee
