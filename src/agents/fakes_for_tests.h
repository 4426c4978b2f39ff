// For tests: an agent's one sandbox, its model, and what a program inside sends to that model.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agents/agent.h"
#include "agents/launch.h"
#include "agents/turn.h"
#include "base/failure.h"

namespace redcode::agents {

// What an agent of this architecture makes of a reply.
template <class Architecture>
Turn understood(std::string reply) {
  return Architecture("").understand({.text = std::move(reply)});
}

class OneSandbox final : public SandboxProvider {
 public:
  explicit OneSandbox(sandbox::Sandbox& box) : box_(box) {}
  Task<sandbox::Sandbox*> sandbox() override { co_return &box_; }

 private:
  sandbox::Sandbox& box_;
};

class OneLineModel final : public models::Model {
 public:
  std::string name() const override { return "one-line"; }
  Task<models::Reply> reply(const record::Transcript& /*transcript*/,
                            const std::vector<wire::Tool>& /*tools*/) override {
    if (failure) throw Failure(*failure);
    co_return models::Reply{.text = "I'd rather not.", .usage = {.input_tokens = 5}};
  }
  std::optional<Failure> failure;
};

// One model call over the bridge, in the chat format and with a tool on offer; what came back.
inline std::string ask_model() {
  const wire::Question question{.model = "main-model",
                                .messages = {{.role = record::Role::user, .text = "the task"}},
                                .tools = {{.name = "bash", .description = "runs"}},
                                .stream = false};
  const std::string body = wire::write_question(wire::Format::chat, question);
  asio::ip::tcp::iostream line;
  line.expires_after(std::chrono::seconds(5));
  line.connect("127.0.0.1", std::to_string(bridge_port));
  line << "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: "
       << body.size() << "\r\n\r\n"
       << body << std::flush;
  return {std::istreambuf_iterator<char>(line), {}};
}

}  // namespace redcode::agents
