#include "models/relay/relay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <utility>

#include "base/off_thread.h"
#include "base/pause.h"
#include "base/text.h"
#include "http/message.h"
#include "models/relay/auxiliary_endpoints.h"

namespace redcode::relay {
namespace {

using http::Request;
using http::Responder;
using http::Response;
using wire::Format;

constexpr std::size_t shown_name = 120;
constexpr std::size_t least_request = 4'096;  // bytes that a request counts for at least

// Of what a program sends along, only this can change the answer.
constexpr std::array<std::string_view, 3> passed_headers = {"anthropic-version", "anthropic-beta",
                                                            "openai-beta"};
constexpr std::size_t longest_header = 2'048;

http::Headers worth_passing(const http::Headers& headers) {
  http::Headers passed;
  for (const std::string_view name : passed_headers) {
    const std::string_view value = http::find_header(headers, name);
    const bool plain = std::ranges::all_of(value, [](char c) { return c >= ' ' && c <= '~'; });
    if (!value.empty() && value.size() <= longest_header && plain) passed.emplace_back(name, value);
  }
  return passed;
}

// Why a request cannot be a model call, as an HTTP status; nothing if it may be one.
std::optional<int> refusal_of(const Request& request) {
  if (request.method == "CONNECT" || !request.target.starts_with('/')) return 403;
  if (!http::find_header(request.headers, "Upgrade").empty()) return 426;
  const std::string encoding = lower(http::find_header(request.headers, "Content-Encoding"));
  if (!encoding.empty() && encoding != "identity") return 415;
  return std::nullopt;
}

// By its first byte, as no event begins with a brace or a bracket.
std::string_view content_type(std::string_view answer) {
  const std::string_view text = trim(answer);
  const bool json = text.starts_with('{') || text.starts_with('[');
  return json ? "application/json" : "text/event-stream";
}

Response stream_head(std::string_view first) {
  return {.status = 200,
          .headers = {{"Content-Type", std::string(content_type(first))},
                      {"Cache-Control", "no-cache"}}};
}

Response error_response(Format format, std::string message) {
  const Error error{.code = "invalid_request_error", .message = std::move(message)};
  return json_response(400, wire::write_error(format, 400, error));
}

// Each is looked up in the others.
bool keeps_limits(const wire::Question& question, const RelayLimits& limits) {
  std::size_t calls = 0;
  for (const record::Message& message : question.messages) calls += message.calls.size();
  return question.messages.size() <= limits.question_messages &&
         question.tools.size() <= limits.question_tools && calls <= limits.question_calls;
}

void remember(std::set<std::string>& names, std::string_view name) {
  if (names.size() < Seen::most_names) names.insert(one_line(name, shown_name));
}

}  // namespace

struct Relay::Call {
  // What a request asks. Touches nothing of the relay's.
  static Result<Call> read(Format format, const Request& request, const RelayLimits& limits,
                           bool passes);

  Format format = Format::chat;
  wire::Question question;
  Keys keys = {};        // of its messages
  bool main = false;     // of the conversation, not beside it
  bool begun = false;    // some of the answer has been sent
  bool hung_up = false;  // the client does not read it any more
  bool early = false;    // before any tools were offered: it may turn out to be a title
  int number = 0;        // as it was admitted
  bool answered = false;
  bool bad = false;                    // the provider would not have it
  Json body = {};                      // as it may be passed on
  std::set<std::string> dropped = {};  // what was left out of it
};

Result<Relay::Call> Relay::Call::read(Format format, const Request& request,
                                      const RelayLimits& limits, bool passes) {
  Result<Json> body = wire::parse_question(request.body);
  if (!body) return std::unexpected(body.error());
  Result<wire::Question> question = wire::question_in(format, request.target, *body);
  if (!question) return std::unexpected(question.error());
  if (!keeps_limits(*question, limits)) {
    return std::unexpected(
        Error{.code = "bad-request", .message = "too many messages, tools or calls"});
  }
  Call call{.format = format, .question = *std::move(question)};
  call.keys = Keys::of(call.question.messages);
  if (!passes) return call;
  Result<wire::Fit> fit = wire::fit_to_pass(format, *std::move(body));
  if (!fit) return std::unexpected(fit.error());
  call.body = std::move(fit->body);
  call.dropped = std::move(fit->dropped);
  return call;
}

Relay::Relay(models::Model& model, std::string told_name, RelayLimits limits, Listener listener)
    : model_(model),
      told_name_(std::move(told_name)),
      limits_(limits),
      listener_(std::move(listener)),
      handler_([this](const Request& request, Responder& responder) {
        return answer(request, responder);
      }),
      room_(limits_.held_bytes, limits_.all_bytes),
      terms_{.body_bytes = limits_.request_bytes,
             .room = &room_,
             .keeps_open = [this] { return connections_->taken() <= limits_.connections / 2; }},
      conversation_(listener_) {}

Task<> Relay::serve(asio::ip::tcp::socket socket) {
  const auto executor = co_await asio::this_coro::executor;
  if (!connections_) connections_.emplace(executor, limits_.connections);
  const Semaphore::Permit place = co_await connections_->acquire();
  if (room_.used_up()) co_return;
  co_await http::serve_connection(std::move(socket), handler_, terms_);
}

void Relay::end() {
  ended_ = true;
  conversation_.tell();
}

Task<> Relay::answer(const Request& request, Responder& responder) {
  // Even what is refused costs this side time.
  room_.charge(least_request);
  if (room_.used_up()) {
    responder.abort();
    co_return;
  }
  std::optional<int> refusal = refusal_of(request);
  if (!refusal) {
    std::optional<Response> talk = auxiliary_endpoint(request, told_name_);
    if (talk) {
      co_await responder.send(*std::move(talk));
      co_return;
    }
  }
  const std::optional<Format> format = wire::format_of(request.target);
  if (!refusal && (!format || request.method != "POST")) refusal = 404;
  if (refusal) {
    co_await refuse(*refusal, request, responder);
    co_return;
  }
  const auto executor = co_await asio::this_coro::executor;
  if (!answering_) answering_.emplace(executor, limits_.calls_at_a_time);
  const Semaphore::Permit turn = co_await answering_->acquire();
  Result<Call> call = co_await read_call(*format, request);
  if (!call) {
    ++seen_.refused;
    remember(seen_.refusals, fmt::format("400 {} {}", request.method, request.target));
    co_await responder.send(error_response(*format, call.error().text()));
    co_return;
  }
  co_await answer_call(*std::move(call), request, responder);
}

// Reading takes as long as the request is long, and others wait for this thread.
Task<Result<Relay::Call>> Relay::read_call(Format format, const Request& request) {
  const bool passes = model_.passes(format);
  const std::function<Result<Call>()> work = [&] {
    return Call::read(format, request, limits_, passes);
  };
  Result<Call> call = co_await off_thread(work);
  if (!call) co_return call;
  for (const std::string& name : call->dropped) remember(seen_.refusals, "not passed on: " + name);
  co_return call;
}

Task<> Relay::refuse(int status, const Request& request, Responder& responder) {
  ++seen_.refused;
  remember(seen_.refusals, fmt::format("{} {} {}", status, request.method, request.target));
  const Json body = {{"error", {{"message", "there is nothing here"}, {"code", status}}}};
  co_await responder.send(json_response(status, dump_json(body)));
}

Task<> Relay::answer_call(Call call, const Request& request, Responder& responder) {
  co_await let_others_finish(call);
  const std::string no = admit(call);
  if (!no.empty()) {
    co_await responder.send(error_response(call.format, no));
    co_return;
  }
  std::optional<Failure> failure;
  try {
    co_await ask(call, request, responder);
  } catch (const models::BadCall& one) {
    failure = one;
    call.bad = true;
  } catch (const Failure& one) {
    failure = one;
  } catch (...) {
    note_end(call);
    note_abandoned(call);
    throw;
  }
  note_end(call);
  if (failure) note_failure(call, *failure);
  if (call.hung_up || (failure && call.begun)) {
    responder.abort();
  } else if (failure || !call.begun) {
    // Where the model is, and why it does not answer, is nobody's business inside.
    co_await responder.send(error_response(call.format, "the model is not available"));
  } else {
    co_await responder.end();
  }
}

// Has the model answer and gives the answer on, all but its end.
Task<> Relay::ask(Call& call, const Request& request, Responder& responder) {
  if (model_.passes(call.format)) {
    models::Model::Call passed{.format = call.format,
                               .target = request.target,
                               .body = std::move(call.body),
                               .headers = worth_passing(request.headers)};
    models::Model::Sink sink = [this, &call, &responder](std::string_view piece) {
      return write_piece(call, piece, responder);
    };
    note_reply(call, co_await model_.pass(std::move(passed), std::move(sink)));
    co_return;
  }
  const wire::Reply reply = co_await model_.reply(call.question.messages, call.question.tools);
  note_reply(call, reply);
  if (!call.question.stream) {
    const std::string whole = wire::write_answer(call.format, call.question, reply);
    co_await write_piece(call, whole, responder);
    co_return;
  }
  const std::vector<std::string> events = wire::write_events(call.format, call.question, reply);
  for (const std::string& event : events) co_await write_piece(call, event, responder);
}

// A client that is gone is no reason to leave the model: the rest of its answer is read, and told.
Task<> Relay::write_piece(Call& call, std::string_view piece, Responder& responder) {
  if (call.hung_up || piece.empty()) co_return;
  try {
    if (!std::exchange(call.begun, true)) {
      passing_ += call.main ? 1 : 0;
      Response head = stream_head(piece);
      co_await responder.begin(std::move(head));
    }
    co_await responder.write(piece);
  } catch (const Failure&) {
    call.hung_up = true;
  }
}

// A client may go on as soon as it has read what it needs of an answer, which is before we know the
// answer to be complete. The reply is told before the question that builds on it.
Task<> Relay::let_others_finish(const Call& call) {
  constexpr std::chrono::milliseconds moment{5};
  constexpr int most_moments = 200;
  int checked = -1;  // looking through a long question takes its time
  for (int i = 0; i < most_moments && passing_ > 0; ++i) {
    if (std::exchange(checked, completed_) != completed_) {
      if (!conversation_.is_behind(call.question.messages, call.keys)) co_return;
    }
    co_await pause_for(moment);
  }
}

// Counts and tells the question; or says why it will not be answered.
std::string Relay::admit(Call& call) {
  if (ended_) return "the session has ended";
  call.main = classify(call);
  int& count = call.main ? seen_.calls : seen_.side_calls;
  if (count >= (call.main ? limits_.calls : limits_.side_calls)) {
    if (!call.main) return "too many requests beside the conversation";
    out_of_turns_ = true;
    end();
    return "the session has reached its limit of turns";
  }
  ++count;
  call.number = ++admitted_;
  call.early = !offered_tools_;
  note_question(call.question);
  if (call.main) conversation_.asked(call.question.messages, call.keys);
  return "";
}

// Whether a question belongs to the conversation: it offers tools, or none so far did and it goes
// on with what the first one began. What is said without tools is held back until it is clear that
// it was not a title or the like that a program asked for first.
// A single tool offered to another model than the program was told of is such a thing too: some
// have a title written through one.
bool Relay::classify(const Call& call) {
  const wire::Question& question = call.question;
  const bool elsewhere = question.tools.size() == 1 && question.model != told_name_;
  if (elsewhere && offered_tools_) return false;
  if (!question.tools.empty() && !elsewhere) {
    if (!std::exchange(offered_tools_, true)) {
      seen_.side_calls += std::exchange(seen_.calls, 0);
      conversation_.forget();
      conversation_.tell();
    }
    return true;
  }
  if (offered_tools_) return false;
  if (seen_.calls == 0) return true;
  if (!conversation_.continues(question.messages, call.keys)) return false;
  conversation_.tell();
  return true;
}

void Relay::note_question(const wire::Question& question) {
  remember(seen_.asked_for, question.model);
  for (const wire::Tool& tool : question.tools) remember(seen_.tools, tool.name);
}

// A call that began before the conversation did was none of it, if it was called one at first.
bool Relay::is_side_call(const Call& call) const {
  return !call.main || (call.early && offered_tools_);
}

// An answer makes good only for what broke before it was asked for.
void Relay::note_reply(Call& call, const wire::Reply& reply) {
  listener_.spent(reply.usage);
  call.answered = true;
  if (is_side_call(call)) return;
  last_answered_ = std::max(last_answered_, call.number);
  if (call.number > broken_at_) broken_.reset();
  conversation_.answered(reply);
}

void Relay::note_end(const Call& call) {
  if (!call.main || !call.begun) return;
  --passing_;
  ++completed_;
}

// The program ended and the model had not answered yet: what it would have done, nobody knows. One
// that asked again and was answered did not mind.
void Relay::note_abandoned(const Call& call) {
  const bool made_good = call.answered || call.number < last_answered_;
  if (is_side_call(call) || made_good || out_of_turns_) return;
  broken_ = Failure(Failure::Kind::unavailable,
                    "the program ended while its model was still being asked");
  broken_at_ = admitted_;
}

void Relay::note_failure(const Call& call, const Failure& failure) {
  const bool spent = failure.kind() == Failure::Kind::exhausted;
  if (is_side_call(call) && !spent) return;
  // Too long a session, or a bad request made on purpose, does not undo what was done in it.
  if (call.bad && last_answered_ > 0) return end();
  if (call.begun && !spent) {
    broken_ = failure;
    broken_at_ = admitted_;
  } else {
    if (!fatal_) fatal_ = failure;
    end();
  }
}

}  // namespace redcode::relay
