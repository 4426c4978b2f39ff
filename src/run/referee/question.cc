#include "run/referee/question.h"

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
    case record::Role::permission:
      return "agent";
    case record::Role::observation:
      return "output";
    case record::Role::system:
    case record::Role::user:
      return "user";
  }
  return "user";
}

std::size_t cost(const record::Message& message, std::size_t part) {
  return std::min(message.text.size(), 2 * part) + entry_bytes;
}

// A character that the cut goes through comes out as U+FFFD.
Json entry_for(const record::Message& message, std::size_t part) {
  const std::string_view text = message.text;
  Json entry{{"from", speaker(message.role)}};
  if (text.size() <= 2 * part) {
    entry["text"] = text;
    return entry;
  }
  entry["text"] = text.substr(0, part);
  entry["left_out_bytes"] = text.size() - (2 * part);
  entry["end"] = text.substr(text.size() - part);
  return entry;
}

// How many of `messages`, from the first, fit into `budget` bytes.
template <class Messages>
std::size_t fitting(const Messages& messages, std::size_t budget, std::size_t part) {
  std::size_t count = 0;
  for (const record::Message* message : messages) {
    if (cost(*message, part) > budget) break;
    budget -= cost(*message, part);
    ++count;
  }
  return count;
}

}  // namespace

std::string question_about(const record::Transcript& transcript, const Bounds& bounds) {
  const std::size_t part = bounds.message_part;
  std::vector<const record::Message*> said;
  for (const record::Message& message : transcript) {
    if (message.role != record::Role::system) said.push_back(&message);
  }
  const std::span all(said);
  const std::size_t front = fitting(all, bounds.front, part);
  const std::span rest = all.subspan(front);
  const std::size_t back = fitting(std::vector(rest.rbegin(), rest.rend()), bounds.back, part);

  Json conversation = Json::array();
  for (const record::Message* message : all.first(front)) {
    conversation.push_back(entry_for(*message, part));
  }
  if (back < rest.size()) conversation.push_back({{"left_out_messages", rest.size() - back}});
  for (const record::Message* message : rest.last(back)) {
    conversation.push_back(entry_for(*message, part));
  }
  return dump_json({{"conversation", std::move(conversation)}});
}

}  // namespace redcode::referee
