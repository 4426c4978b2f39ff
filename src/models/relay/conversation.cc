#include "models/relay/conversation.h"

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
constexpr std::size_t most_values = 20'000;

// The same arguments in the same words, however a program spaces and orders them.
std::string canonical(const std::string& arguments) {
  const JsonLimits limits{
      .bytes = wire::longest_reply, .members = most_arguments, .values = most_values};
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

Keys::OfMessage keys_of(const Message& message) {
  Keys::OfMessage keys{.text = key_of(message)};
  for (const ToolCall& call : message.calls) keys.calls.push_back(key_of(call));
  return keys;
}

}  // namespace

Keys Keys::of(const record::Transcript& transcript) {
  Keys keys;
  for (const Message& message : transcript) keys.messages.push_back(keys_of(message));
  return keys;
}

bool Conversation::is_new(const std::string& key, Tally& here) const {
  const std::size_t met = ++here[key];
  const auto known = known_.find(key);
  return known == known_.end() || met > known->second;
}

Conversation::Fresh Conversation::what_is_new(const Message& message, const Keys::OfMessage& keys,
                                              Tally& here) const {
  Fresh fresh{.message = {.role = message.role, .text = {}, .answers = message.answers},
              .keys = {.text = keys.text}};
  if (has_text(message) && is_new(keys.text, here)) fresh.message.text = message.text;
  for (std::size_t i = 0; i < message.calls.size(); ++i) {
    if (!is_new(keys.calls[i], here)) continue;
    fresh.message.calls.push_back(message.calls[i]);
    fresh.keys.calls.push_back(keys.calls[i]);
  }
  return fresh;
}

void Conversation::asked(const record::Transcript& question, const Keys& keys) {
  Tally here;
  CallsById calls;
  for (std::size_t i = 0; i < question.size(); ++i) {
    const Message& message = question[i];
    const Keys::OfMessage& own = keys.messages[i];
    for (std::size_t k = 0; k < message.calls.size(); ++k) {
      calls.insert_or_assign(message.calls[k].id,
                             Made{.call = &message.calls[k], .key = &own.calls[k]});
    }
    if (message.role == Role::observation) {
      if (!is_new(own.text, here)) continue;
      add(message, own);
      tell_of_result(message, calls);
    } else {
      const Fresh fresh = what_is_new(message, own, here);
      if (!fresh.message.calls.empty() || has_text(fresh.message)) add(fresh.message, fresh.keys);
    }
  }
}

void Conversation::answered(const wire::Reply& reply) {
  const Message message{.role = Role::assistant, .text = reply.text, .calls = reply.calls};
  const Keys::OfMessage keys = keys_of(message);
  if (has_text(message)) {
    ++known_[keys.text];
    ++replied_[keys.text];
  }
  for (const std::string& key : keys.calls) {
    ++known_[key];
    ++made_[key];
    ++replied_[key];
  }
  say(bounded(message));
}

// A message of a question, as long as there is room. Replies are bounded by how many there are.
void Conversation::add(const Message& message, const Keys::OfMessage& keys) {
  if (full_) return;
  Message kept = bounded(message);
  bytes_ += size_of(kept);
  if (++messages_ > most_messages || bytes_ > most_bytes) {
    full_ = true;
    say({.role = Role::system, .text = "(What else the agent sent is too much to be kept.)"});
    return;
  }
  if (has_text(message)) ++known_[keys.text];
  for (const std::string& key : keys.calls) ++known_[key];
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
  const auto made = made_.find(*call->second.key);
  if (made == made_.end()) return;
  if (--made->second == 0) made_.erase(made);
  listener_->ran(*call->second.call, result.text);
}

void Conversation::tell() {
  telling_ = true;
  for (const Message& message : untold_) listener_->said(message);
  untold_.clear();
}

void Conversation::forget() {
  if (!telling_) *this = Conversation(*listener_);
}

bool Conversation::continues(const record::Transcript& question, const Keys& keys) const {
  const auto was_said = [&](const std::string& key) { return replied_.contains(key); };
  for (std::size_t i = 0; i < question.size(); ++i) {
    if (question[i].role != Role::assistant) continue;
    if (has_text(question[i]) && was_said(keys.messages[i].text)) return true;
    if (std::ranges::any_of(keys.messages[i].calls, was_said)) return true;
  }
  return false;
}

bool Conversation::is_behind(const record::Transcript& question, const Keys& keys) const {
  Tally here;
  for (std::size_t i = 0; i < question.size(); ++i) {
    if (question[i].role != Role::assistant) continue;
    const Fresh fresh = what_is_new(question[i], keys.messages[i], here);
    if (has_text(fresh.message) || !fresh.message.calls.empty()) return true;
  }
  return false;
}

}  // namespace redcode::relay
