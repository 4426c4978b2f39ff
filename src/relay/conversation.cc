#include "relay/conversation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/digest.h"
#include "base/text.h"

namespace redcode::relay {
namespace {

using record::Message;
using record::Role;
using record::ToolCall;

constexpr std::size_t longest_name = 256;

// More than a call has; each takes time for all before it.
constexpr std::size_t most_arguments = 256;

// The same arguments in the same words, however a program spaces and orders them.
std::string canonical(const std::string& arguments) {
  const JsonLimits limits{.bytes = wire::longest_reply, .members = most_arguments};
  const Result<Json> json = parse_json(arguments, limits);
  if (!json) return std::string(trim(arguments));
  const nlohmann::json sorted = *json;
  return sorted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string key_of(const Message& message) {
  return sha256_hex(
      fmt::format("{}\n{}\n{}", name(message.role), message.answers, trim(message.text)));
}

// Without its id, which some programs and some formats give anew.
std::string key_of(const ToolCall& call) {
  return sha256_hex(fmt::format("call\n{}\n{}", call.name, canonical(call.arguments)));
}

// An observation is something even if nothing was printed.
bool has_text(const Message& message) {
  return message.role == Role::observation || !trim(message.text).empty();
}

void cut(std::string& text, std::size_t most) {
  if (text.size() <= most) return;
  text.resize(most);
  text = valid_utf8(text) + "…";
}

Message bounded(Message message) {
  cut(message.text, Conversation::longest_text);
  cut(message.answers, longest_name);
  for (ToolCall& call : message.calls) {
    cut(call.id, longest_name);
    cut(call.name, longest_name);
    cut(call.arguments, Conversation::longest_text);
  }
  return message;
}

std::size_t size_of(const Message& message) {
  std::size_t size = message.text.size() + message.answers.size();
  for (const ToolCall& call : message.calls) {
    size += sizeof call + call.id.size() + call.name.size() + call.arguments.size();
  }
  return size;
}

}  // namespace

bool Conversation::is_new(const std::string& key, Tally& here) const {
  const std::size_t met = ++here[key];
  const auto known = known_.find(key);
  return known == known_.end() || met > known->second;
}

Message Conversation::what_is_new(const Message& message, Tally& here) const {
  Message fresh{.role = message.role, .text = {}, .answers = message.answers};
  if (has_text(message) && is_new(key_of(message), here)) fresh.text = message.text;
  for (const ToolCall& call : message.calls) {
    if (is_new(key_of(call), here)) fresh.calls.push_back(call);
  }
  return fresh;
}

void Conversation::asked(const record::Transcript& question) {
  Tally here;
  CallsById calls;
  for (const Message& message : question) {
    for (const ToolCall& call : message.calls) calls.insert_or_assign(call.id, call);
    const bool observation = message.role == Role::observation;
    if (observation && !is_new(key_of(message), here)) continue;
    const Message fresh = observation ? message : what_is_new(message, here);
    if (!observation && fresh.calls.empty() && !has_text(fresh)) continue;
    add(fresh);
    if (observation) tell_of_result(message, calls);
  }
}

void Conversation::answered(const wire::Reply& reply) {
  const Message message{.role = Role::assistant, .text = reply.text, .calls = reply.calls};
  if (has_text(message)) {
    ++known_[key_of(message)];
    ++replied_[key_of(message)];
  }
  for (const ToolCall& call : reply.calls) {
    ++known_[key_of(call)];
    ++made_[key_of(call)];
    ++replied_[key_of(call)];
  }
  say(bounded(message));
}

// A message of a question, as long as there is room. Replies are bounded by how many there are.
void Conversation::add(const Message& message) {
  if (full_) return;
  Message kept = bounded(message);
  bytes_ += size_of(kept);
  if (++messages_ > most_messages || bytes_ > most_bytes) {
    full_ = true;
    say({.role = Role::system, .text = "(What else the agent sent is too much to be kept.)"});
    return;
  }
  if (has_text(message)) ++known_[key_of(message)];
  for (const ToolCall& call : message.calls) ++known_[key_of(call)];
  say(std::move(kept));
}

void Conversation::say(Message message) {
  if (telling_) {
    listener_->said(message);
  } else {
    untold_.push_back(std::move(message));
  }
}

void Conversation::tell_of_result(const Message& result, const CallsById& calls) {
  const auto call = calls.find(result.answers);
  if (call == calls.end()) return;
  const auto made = made_.find(key_of(call->second));
  if (made == made_.end()) return;
  if (--made->second == 0) made_.erase(made);
  listener_->ran(call->second, result.text);
}

void Conversation::tell() {
  telling_ = true;
  for (const Message& message : untold_) listener_->said(message);
  untold_.clear();
}

void Conversation::forget() {
  if (!telling_) *this = Conversation(*listener_);
}

bool Conversation::continues(const record::Transcript& question) const {
  return std::ranges::any_of(question, [&](const Message& message) {
    if (message.role != Role::assistant) return false;
    return (has_text(message) && replied_.contains(key_of(message))) ||
           std::ranges::any_of(message.calls, [&](const ToolCall& call) {
             return replied_.contains(key_of(call));
           });
  });
}

bool Conversation::is_behind(const record::Transcript& question) const {
  Tally here;
  return std::ranges::any_of(question, [&](const Message& message) {
    if (message.role != Role::assistant) return false;
    const Message fresh = what_is_new(message, here);
    return has_text(fresh) || !fresh.calls.empty();
  });
}

}  // namespace redcode::relay
