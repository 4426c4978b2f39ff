#include "personas/server.h"

#include <fmt/format.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>
#include <vector>

#include "base/text.h"

namespace redcode::personas {
namespace {

struct Route {
  std::string_view case_id;
  std::string_view call;  // what follows the case: "/v1/models"
};

Route route_of(std::string_view target) {
  target = target.substr(0, target.find('?'));
  if (target.starts_with('/')) target.remove_prefix(1);
  const std::size_t slash = std::min(target.find('/'), target.size());
  return {.case_id = target.substr(0, slash), .call = target.substr(slash)};
}

http::Response json_response(int status, std::string body) {
  return {
      .status = status, .headers = {{"Content-Type", "application/json"}}, .body = std::move(body)};
}

http::Response error_response(int status, const Error& error) {
  http::Response response = json_response(status, error_reply(error));
  if (status == 429) response.headers.emplace_back("Retry-After", "1");
  return response;
}

Error asked_for(int status) {
  return {.code = fmt::format("scripted-{}", status),
          .message = fmt::format("the script says {} here", status)};
}

std::string persona_list() {
  std::vector<std::string> personas;
  for (const Persona persona : all_personas()) personas.emplace_back(name(persona));
  return models_reply(personas);
}

Task<> wait(std::chrono::milliseconds time) {
  asio::steady_timer timer(co_await asio::this_coro::executor, time);
  co_await timer.async_wait(asio::use_awaitable);
}

Task<> stream(const std::vector<std::string>& events, http::Responder& responder) {
  http::Response head{
      .status = 200,
      .headers = {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}}};
  co_await responder.begin(std::move(head));
  for (const std::string& event : events) co_await responder.write(event);
  co_await responder.end();
}

}  // namespace

ScriptedServer::ScriptedServer(asio::any_io_executor executor, const corpus::Corpus& corpus,
                               ServerOptions options)
    : corpus_(corpus), options_(std::move(options)) {
  for (const corpus::Case& subject : corpus_.cases) cases_.emplace(subject.id, &subject);
  server_ = http::Server::listen(std::move(executor), options_.address, options_.port);
}

Task<> ScriptedServer::serve() {
  http::Handler handler = [this](const http::Request& request, http::Responder& responder) {
    return answer(request, responder);
  };
  co_await server_->serve(std::move(handler));
}

Task<> ScriptedServer::answer(const http::Request& request, http::Responder& responder) const {
  const Route route = route_of(request.target);
  if (request.method == "GET" && route.call == "/v1/models" && cases_.contains(route.case_id)) {
    http::Response list = json_response(200, persona_list());
    co_await responder.send(std::move(list));
    co_return;
  }
  std::expected<Answer, No> planned = answer_to(request, route.case_id);
  if (!planned) {
    http::Response no = error_response(planned.error().status, planned.error().error);
    co_await responder.send(std::move(no));
    co_return;
  }
  if (options_.latency.count() > 0) co_await wait(options_.latency);
  co_await deliver(*std::move(planned), responder);
}

std::expected<ScriptedServer::Answer, ScriptedServer::No> ScriptedServer::answer_to(
    const http::Request& request, std::string_view case_id) const {
  if (request.method != "POST" || route_of(request.target).call != "/v1/chat/completions") {
    const std::string asked = one_line(fmt::format("{} {}", request.method, request.target), 200);
    return std::unexpected(No{.status = 404,
                              .error = {.code = "unknown-path",
                                        .message = fmt::format("there is nothing at {}", asked),
                                        .hint = "POST to /CASE-ID/v1/chat/completions"}});
  }
  const auto found = cases_.find(case_id);
  if (found == cases_.end())
    return std::unexpected(No{.status = 404, .error = unknown_case(case_id, corpus_)});

  Result<ChatRequest> chat = read_chat_request(request.body);
  if (!chat) return std::unexpected(No{.status = 400, .error = chat.error()});
  std::expected<Line, No> line = line_for(*found->second, *chat);
  if (!line) return std::unexpected(line.error());
  return Answer{.chat = *std::move(chat), .line = *std::move(line)};
}

std::expected<Line, ScriptedServer::No> ScriptedServer::line_for(const corpus::Case& subject,
                                                                 const ChatRequest& chat) const {
  const Part* const part = part_for(options_.script, subject.id);
  if (part == nullptr) {
    const Result<Persona> persona =
        chat.model.empty() ? options_.default_persona : persona_named(chat.model);
    if (!persona) return std::unexpected(No{.status = 404, .error = persona.error()});
    return speak(*persona, subject, chat.messages);
  }
  if (const Persona* const persona = std::get_if<Persona>(part))
    return speak(*persona, subject, chat.messages);

  const auto& lines = std::get<std::vector<Line>>(*part);
  const std::size_t turn = turn_of(chat.messages);
  if (turn < lines.size()) return lines[turn];
  return std::unexpected(
      No{.status = 400,
         .error = {.code = "script-ended",
                   .message = fmt::format("the script has {} replies for {}, and this is turn {}",
                                          lines.size(), subject.id, turn + 1)}});
}

Task<> ScriptedServer::deliver(Answer answer, http::Responder& responder) const {
  const Line& line = answer.line;
  if (line.stall) {
    co_await wait(options_.stall);
    responder.abort();
  } else if (line.http_status != 200) {
    http::Response error = error_response(line.http_status, asked_for(line.http_status));
    co_await responder.send(std::move(error));
  } else if (line.broken) {
    http::Response junk = json_response(200, "<html>this is not a completion");
    co_await responder.send(std::move(junk));
  } else if (answer.chat.stream) {
    const std::vector<std::string> events = completion_events(answer.chat, line.text);
    co_await stream(events, responder);
  } else {
    http::Response whole = json_response(200, completion(answer.chat, line.text));
    co_await responder.send(std::move(whole));
  }
}

}  // namespace redcode::personas
