// Conversation: a transcript read off the wire.
//
// Each question a program asks repeats all that went before, perhaps with its system prompt
// rewritten, a message split in two or its beginning summed up. What is new in it is told once:
// a text or a call is new if this question holds it more often than has been told so far.
//
// Whatever runs inside the sandbox can ask questions: all of this is an agent's word, and bounded.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/wire/wire.h"
#include "record/transcript.h"

namespace redcode::relay {

// Who is told what crosses the bridge, as it does.
struct Listener {
  std::function<void(const record::Message&)> said = [](const record::Message&) {};
  // Once for each call of the model's whose result the program has shown it.
  std::function<void(const record::ToolCall& call, const std::string& output)> ran =
      [](const record::ToolCall&, const std::string&) {};
  std::function<void(const record::Usage&)> spent = [](const record::Usage&) {};
};

// The digests of what a transcript holds, which tell one thing that was said from another. Working
// them out takes as long as the transcript is long, so it is done once, off the tasks' thread.
struct Keys {
  struct OfMessage {
    std::string text;
    std::vector<std::string> calls = {};
  };
  std::vector<OfMessage> messages = {};  // in the transcript's order

  static Keys of(const record::Transcript& transcript);
};

class Conversation {
 public:
  static constexpr std::size_t most_messages = 2'000;  // of questions; replies are always told
  static constexpr std::size_t most_bytes = std::size_t{16} << 20U;
  static constexpr std::size_t longest_text = std::size_t{256} << 10U;

  // `listener` must outlive it.
  explicit Conversation(const Listener& listener) : listener_(&listener) {}

  // `keys` are those of the question, here and below.
  void asked(const record::Transcript& question, const Keys& keys);
  void answered(const wire::Reply& reply);

  // Nothing is told before this is called; then all there is, and from then on at once.
  void tell();
  // Forgets what was not told yet.
  void forget();
  // Whether the question holds something the model said here.
  bool continues(const record::Transcript& question, const Keys& keys) const;
  // Whether it holds something of the model's that was not told here yet.
  bool is_behind(const record::Transcript& question, const Keys& keys) const;

 private:
  using Tally = std::map<std::string, std::size_t>;  // how often each thing was met, by its digest
  struct Made {
    const record::ToolCall* call;
    const std::string* key;
  };
  using CallsById = std::map<std::string_view, Made>;

  bool is_new(const std::string& key, Tally& here) const;
  // Of a message and its keys: those of what is new.
  struct Fresh {
    record::Message message;
    Keys::OfMessage keys;
  };
  Fresh what_is_new(const record::Message& message, const Keys::OfMessage& keys, Tally& here) const;
  void add(const record::Message& message, const Keys::OfMessage& keys);
  void say(record::Message message);
  void tell_of_result(const record::Message& result, const CallsById& calls);

  const Listener* listener_;
  Tally known_;
  Tally replied_;  // what the model said
  Tally made_;     // the model's calls whose results were not shown yet
  record::Transcript untold_;
  bool telling_ = false;
  std::size_t messages_ = 0;
  std::size_t bytes_ = 0;
  bool full_ = false;
};

}  // namespace redcode::relay
