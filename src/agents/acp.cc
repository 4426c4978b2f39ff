#include "agents/acp.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::agents {
namespace {

using Kind = RpcMessage::Kind;

constexpr std::size_t most_bytes = std::size_t{64} << 20U;  // from the program, in all
constexpr std::size_t most_deeds = 10'000;
constexpr std::size_t most_strays = 1'000;
constexpr std::size_t kept_errors = 4'096;
constexpr std::size_t kept_question = 4'096;
constexpr int no_such_method = -32601;

// What it wants to do, in its own words and as the tool will get it.
std::string wish_of(const Json& params) {
  const auto call = member_or<Json>(params, "toolCall", Json::object());
  std::string wish = member_or<std::string>(call, "title", "");
  const auto input = member_or<Json>(call, "rawInput", Json());
  if (!input.is_null()) wish += (wish.empty() ? "" : "\n") + dump_json(input);
  if (wish.empty()) wish = dump_json(call);
  return valid_utf8(wish);
}

// The option of one of these kinds, the first kind first; "" if there is none.
std::string option_of(const Json& params, std::initializer_list<std::string_view> kinds) {
  const auto options = member_or<Json>(params, "options", Json::array());
  for (const std::string_view kind : kinds) {
    for (const Json& option : options) {
      if (member_or<std::string>(option, "kind", "") == kind)
        return member_or<std::string>(option, "optionId", "");
    }
  }
  return {};
}

// Once, never for good: each question is answered by itself.
std::string leave_in(const Json& params) {
  return option_of(params, {"allow_once", "allow_always"});
}

Json answer_to(const Json& params, bool allowed) {
  const std::string option =
      allowed ? leave_in(params) : option_of(params, {"reject_once", "reject_always"});
  if (option.empty()) return {{"outcome", {{"outcome", "cancelled"}}}};
  return {{"outcome", {{"outcome", "selected"}, {"optionId", option}}}};
}

bool reports_tool(const RpcMessage& message) {
  const auto update = member_or<Json>(message.body, "update", Json::object());
  return member_or<std::string>(update, "sessionUpdate", "") == "tool_call";
}

}  // namespace

Task<> AcpTalk::open(std::string working_dir) {
  Json capabilities = {{"fs", {{"readTextFile", false}, {"writeTextFile", false}}},
                       {"terminal", false}};
  Json hello = {{"protocolVersion", 1}, {"clientCapabilities", std::move(capabilities)}};
  const RpcMessage known = co_await call("initialize", std::move(hello));
  if (known.kind == Kind::error) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("the agent does not answer initialize: {}",
                              one_line(dump_json(known.body), 300)));
  }
  Json wanted = {{"cwd", std::move(working_dir)}, {"mcpServers", Json::array()}};
  const RpcMessage made = co_await call("session/new", std::move(wanted));
  session_ = member_or<std::string>(made.body, "sessionId", "");
  if (made.kind == Kind::error || session_.empty()) {
    throw Failure(Failure::Kind::unavailable, fmt::format("the agent gives no session: {}",
                                                          one_line(dump_json(made.body), 300)));
  }
}

Task<std::string> AcpTalk::prompt(std::string text) {
  Json part = {{"type", "text"}, {"text", std::move(text)}};
  Json wanted = {{"sessionId", session_}, {"prompt", Json::array({std::move(part)})}};
  const RpcMessage done = co_await call("session/prompt", std::move(wanted));
  if (done.kind == Kind::error) co_return one_line(dump_json(done.body), 500);
  co_return std::string();
}

Task<RpcMessage> AcpTalk::call(std::string method, Json params) {
  const std::int64_t id = ++calls_;
  std::string request = rpc_request(id, method, std::move(params));
  co_await answer(std::move(request));
  while (true) {
    while (const std::optional<RpcMessage> message = next()) {
      const bool ours = message->kind == Kind::result || message->kind == Kind::error;
      if (ours && message->id == id) co_return *message;
      if (!ours) co_await take(*message);
    }
    if (co_await hear()) continue;
    throw ProgramEnded(fmt::format("the agent ended before it answered {}: {}", method,
                                   one_line(trim(last_errors_), 500)));
  }
}

std::optional<RpcMessage> AcpTalk::next() {
  while (!waiting_.empty()) {
    Result<RpcMessage> message = read_rpc(waiting_.back());
    waiting_.pop_back();
    if (message) return *std::move(message);
    // Programs print banners and warnings where they should not.
    if (++strays_ > most_strays)
      throw Failure(Failure::Kind::corrupt, "the agent does not speak the protocol");
  }
  return std::nullopt;
}

Task<bool> AcpTalk::hear() {
  const std::optional<sandbox::Process::Piece> piece = co_await process_.read();
  if (!piece) co_return false;
  bytes_ += piece->bytes.size();
  if (bytes_ > most_bytes) throw Failure(Failure::Kind::corrupt, "the agent says too much");
  if (piece->stream == sandbox::Process::Stream::err) {
    last_errors_ += piece->bytes;
    if (last_errors_.size() > kept_errors) last_errors_.erase(0, last_errors_.size() - kept_errors);
  } else {
    waiting_ = lines_.feed(piece->bytes);
    std::ranges::reverse(waiting_);
  }
  co_return true;
}

Task<> AcpTalk::take(const RpcMessage& message) {
  if (message.kind == Kind::notification) {
    deeds_ += reports_tool(message) ? 1 : 0;
    co_return;
  }
  std::string line = rpc_error(message.id, no_such_method, "not here");
  if (message.method == "session/request_permission") {
    if (++deeds_ > most_deeds)
      throw Failure(Failure::Kind::corrupt, "the agent asks for leave without end");
    const std::string wish = wish_of(message.body);
    // By all of it: what stands behind a cut would not be judged. Where there is no way to say
    // yes, the answer is no.
    const bool allowed = policy_.allows(wish, owner_agrees_) && !leave_in(message.body).empty();
    asked_(valid_utf8(wish.substr(0, kept_question)), allowed);
    line = rpc_result(message.id, answer_to(message.body, allowed));
  }
  co_await answer(std::move(line));
}

// A program that no longer reads is known by its end.
Task<> AcpTalk::answer(std::string line) { co_await process_.write(std::move(line)); }

}  // namespace redcode::agents
