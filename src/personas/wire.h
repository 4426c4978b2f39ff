// The OpenAI chat-completions wire format, from the server's side: requests read, replies written,
// whole or as a stream of events.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/transcript.h"

namespace redcode::personas {

struct ChatRequest {
  std::string model;
  record::Transcript messages;
  bool stream = false;
  bool include_usage = false;  // of a stream
};

// Lenient about what it does not use, strict about the messages.
Result<ChatRequest> read_chat_request(std::string_view body);

// One "token" is one word: enough for accounting to have something to add up.
record::Usage count_usage(const ChatRequest& request, std::string_view reply);

std::string completion(const ChatRequest& request, std::string_view reply);
// The same as server-sent events, each whole: the text in several deltas, then the end, the usage
// if it was asked for, and [DONE].
std::vector<std::string> completion_events(const ChatRequest& request, std::string_view reply);

// {"error": {...}}, the message with its hint.
std::string error_reply(const Error& error);
std::string models_reply(const std::vector<std::string>& models);

}  // namespace redcode::personas
