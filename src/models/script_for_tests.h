// For tests: a provider that says its lines in order, and a model that talks to it.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/pause.h"
#include "base/run.h"
#include "http/against_server.h"
#include "models/remote_model.h"

namespace redcode::models {

inline constexpr std::string_view test_key = "sk-very-secret";

// What the server says to one request.
struct Line {
  int status = 200;
  http::Headers headers = {};
  std::vector<std::string> pieces = {};
  bool cut = false;                      // hangs up before its end
  std::chrono::milliseconds silence{0};  // before the first byte of the body
};

// Says its lines in order, the last one for ever, and remembers what it was asked.
class Script {
 public:
  explicit Script(std::vector<Line> lines) : lines_(std::move(lines)) {}

  Task<> say(const http::Request& request, http::Responder& responder) {
    asked.push_back(request);
    const Line line = lines_.at(std::min(asked.size(), lines_.size()) - 1);
    const http::Response head{.status = line.status, .headers = line.headers};
    co_await responder.begin(head);
    if (line.silence.count() > 0) co_await pause_for(line.silence);
    for (const std::string& piece : line.pieces) co_await responder.write(piece);
    if (line.cut) {
      responder.abort();
      co_return;
    }
    co_await responder.end();
  }

  std::vector<http::Request> asked = {};

 private:
  std::vector<Line> lines_;
};

// The reply as a provider streams it.
inline std::vector<std::string> streamed(wire::Format format, const Reply& reply) {
  const wire::Question question{.model = "tiny", .messages = {{record::Role::user, "hello"}}};
  return wire::write_events(format, question, reply);
}

inline Line says(std::string text, wire::Format format = wire::Format::chat) {
  const Reply reply{.text = std::move(text), .usage = {.input_tokens = 12, .output_tokens = 3}};
  return Line{.headers = {{"Content-Type", "text/event-stream"}},
              .pieces = streamed(format, reply)};
}

inline RemoteModel::Options quick_options() {
  using namespace std::chrono_literals;
  return {
      .model = "tiny", .key = Secret(std::string(test_key)), .deadline = 2s, .first_backoff = 5ms};
}

inline std::string base_url_of(const http::Endpoint& endpoint) {
  return fmt::format("http://{}:{}/v1", endpoint.host, endpoint.port);
}

inline Task<> keep_reply(http::Endpoint endpoint, RemoteModel::Options options,
                         record::Transcript transcript, Reply& kept) {
  options.base_url = base_url_of(endpoint);
  const auto model = RemoteModel::make(std::move(options));
  const std::vector<wire::Tool> no_tools;
  kept = co_await model.value()->reply(transcript, no_tools);
}

inline http::Handler handler_of(Script& script) {
  return [&script](const http::Request& request, http::Responder& responder) {
    return script.say(request, responder);
  };
}

inline Reply ask(Script& script, const RemoteModel::Options& options = quick_options(),
                 const record::Transcript& transcript = {{record::Role::user, "hello"}}) {
  Reply reply;
  run(http::run_against_server(handler_of(script), [&](http::Endpoint endpoint) {
    return keep_reply(std::move(endpoint), options, transcript, reply);
  }));
  return reply;
}

// Asks, expects a Failure of this kind and that it keeps the key to itself; gives its message.
inline std::string complaint(Script& script, Failure::Kind kind,
                             const RemoteModel::Options& options = quick_options()) {
  try {
    const Reply reply = ask(script, options);
    ADD_FAILURE() << "no Failure but: " << reply.text;
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), kind) << failure.what();
    EXPECT_THAT(failure.what(), testing::Not(testing::HasSubstr(test_key)));
    return failure.what();
  }
  return {};
}

}  // namespace redcode::models
