#include "personas/server.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "personas/action.h"
#include "personas/position.h"

namespace redcode::personas {
namespace {

// Of a question, as the relay takes them; of all questions that are being read or waited for; and
// connections, of which a run has one for each trial.
constexpr std::size_t longest_question = std::size_t{8} << 20U;
constexpr std::size_t held_bytes = std::size_t{256} << 20U;
constexpr std::size_t most_connections = 16'384;

constexpr std::chrono::seconds short_stall{2};

struct Route {
  std::string_view case_id;
  std::optional<Tooling> tooling;
  std::string_view call;  // what follows: "/v1/models"
};

// The first part of the path and what is left of it.
std::pair<std::string_view, std::string_view> first_part(std::string_view path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  const std::size_t slash = std::min(path.find('/'), path.size());
  return {path.substr(0, slash), path.substr(slash)};
}

Route route_of(std::string_view target) {
  const auto [case_id, call] = first_part(target.substr(0, target.find('?')));
  const auto [word, rest] = first_part(call);
  const std::optional<Tooling> tooling = tooling_named(word);
  return {.case_id = case_id, .tooling = tooling, .call = tooling ? rest : call};
}

// A model call behind the base address that the server gives out.
std::optional<wire::Format> format_of(const Route& route) {
  if (!route.call.starts_with("/v1/") && !route.call.starts_with("/v1beta/")) return std::nullopt;
  return wire::format_of(route.call);
}

http::Response json_response(int status, std::string body) {
  return {
      .status = status, .headers = {{"Content-Type", "application/json"}}, .body = std::move(body)};
}

http::Response error_response(wire::Format format, int status, const Error& error) {
  http::Response response = json_response(status, wire::write_error(format, status, error));
  if (status == 429) response.headers.emplace_back("Retry-After", "1");
  return response;
}

Error error_of(const Line& line) {
  return {.code = fmt::format("scripted-{}", line.http_status),
          .message = line.text.empty() ? fmt::format("the script says {} here", line.http_status)
                                       : line.text};
}

Error nothing_at(const http::Request& request) {
  const std::string asked = one_line(fmt::format("{} {}", request.method, request.target), 200);
  return {.code = "unknown-path",
          .message = fmt::format("there is nothing at {}", asked),
          .hint =
              "POST to /CASE-ID/v1/chat/completions, or to /CASE-ID/TOOLING/... with one of "
              "codeact, interpreter, react, tools"};
}

std::string persona_list() {
  Json list = Json::array();
  for (const Persona persona : all_personas()) {
    list.push_back(
        {{"id", name(persona)}, {"object", "model"}, {"created", 0}, {"owned_by", "redcode"}});
  }
  return dump_json({{"object", "list"}, {"data", list}});
}

Task<> wait(std::chrono::milliseconds time) {
  asio::steady_timer timer(co_await asio::this_coro::executor, time);
  co_await timer.async_wait(asio::use_awaitable);
}

http::Response stream_head() {
  return {.status = 200,
          .headers = {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}}};
}

Task<> stream(http::Response head, const std::vector<std::string>& events,
              http::Responder& responder) {
  co_await responder.begin(std::move(head));
  for (const std::string& event : events) co_await responder.write(event);
  co_await responder.end();
}

enum class Parting { proper, reset };

// The first half of a body, and then no more.
Task<> break_off(http::Response whole, Parting parting, http::Responder& responder) {
  const std::string body = std::move(whole.body);
  co_await responder.begin(std::move(whole));
  co_await responder.write(std::string_view(body).substr(0, body.size() / 2));
  if (parting == Parting::proper) {
    co_await responder.end();
  } else {
    responder.abort();
  }
}

Task<> deliver_reply(wire::Format format, const wire::Question& question, const Line& line,
                     http::Responder& responder) {
  wire::Reply reply{.text = line.text, .calls = line.calls};
  reply.usage = wire::count_words(question, reply);
  http::Response response;
  std::vector<std::string> events;
  if (question.stream) {
    response = stream_head();
    events = wire::write_events(format, question, reply);
  } else {
    response = json_response(200, wire::write_answer(format, question, reply));
  }
  if (line.reset || line.half) {
    response.body += fmt::format("{}", fmt::join(events, ""));
    co_await break_off(std::move(response), line.reset ? Parting::reset : Parting::proper,
                       responder);
  } else if (question.stream) {
    co_await stream(std::move(response), events, responder);
  } else {
    co_await responder.send(std::move(response));
  }
}

}  // namespace

ScriptedServer::ScriptedServer(asio::any_io_executor executor, const corpus::Corpus& corpus,
                               ServerOptions options)
    : corpus_(corpus), options_(std::move(options)) {
  for (const corpus::Case& subject : corpus_.cases) cases_.emplace(subject.id, &subject);
  server_ = http::Server::listen(std::move(executor), options_.address, options_.port);
}

std::string ScriptedServer::base_url(Tooling tooling, wire::Format format) const {
  return fmt::format("http://{}:{}/{{case}}/{}/{}", options_.address, port(), name(tooling),
                     format == wire::Format::gemini ? "v1beta" : "v1");
}

Task<> ScriptedServer::serve() {
  http::Handler handler = [this](const http::Request& request, http::Responder& responder) {
    return answer(request, responder);
  };
  http::Room room(held_bytes);
  http::Terms terms{.body_bytes = longest_question, .connections = most_connections, .room = &room};
  co_await server_->serve(std::move(handler), std::move(terms));
}

Task<> ScriptedServer::answer(const http::Request& request, http::Responder& responder) {
  const Route route = route_of(request.target);
  if (request.method == "GET" && route.call == "/v1/models" && cases_.contains(route.case_id)) {
    http::Response list = json_response(200, persona_list());
    co_await responder.send(std::move(list));
    co_return;
  }
  std::expected<Answer, No> planned = answer_to(request);
  if (!planned) {
    const wire::Format format = format_of(route).value_or(wire::Format::chat);
    http::Response no = error_response(format, planned.error().status, planned.error().error);
    co_await responder.send(std::move(no));
    co_return;
  }
  misbehave(*planned);
  if (planned->wait.count() > 0) co_await wait(planned->wait);
  co_await deliver(*std::move(planned), responder);
}

std::expected<ScriptedServer::Answer, ScriptedServer::No> ScriptedServer::answer_to(
    const http::Request& request) const {
  const Route route = route_of(request.target);
  const std::optional<wire::Format> format = format_of(route);
  if (request.method != "POST" || !format)
    return std::unexpected(No{.status = 404, .error = nothing_at(request)});
  const auto found = cases_.find(route.case_id);
  if (found == cases_.end())
    return std::unexpected(No{.status = 404, .error = unknown_case(route.case_id, corpus_)});

  Result<wire::Question> question = wire::read_question(*format, request.target, request.body);
  if (!question) return std::unexpected(No{.status = 400, .error = question.error()});
  const Tooling fallback = question->tools.empty() ? Tooling::codeact : Tooling::tools;
  std::expected<Line, No> line =
      line_for(*found->second, route.tooling.value_or(fallback), *question);
  if (!line) return std::unexpected(line.error());
  return Answer{.format = *format,
                .question = *std::move(question),
                .line = *std::move(line),
                .wait = options_.latency};
}

std::expected<Line, ScriptedServer::No> ScriptedServer::line_for(
    const corpus::Case& subject, Tooling tooling, const wire::Question& question) const {
  if (aside(tooling, question)) return answer_aside();
  const Part* const part = part_for(options_.script, subject.id);
  const auto* const lines = part == nullptr ? nullptr : std::get_if<std::vector<Line>>(part);
  if (lines == nullptr) {
    const std::expected<Persona, No> persona =
        part == nullptr ? player(question.model) : std::get<Persona>(*part);
    if (!persona) return std::unexpected(persona.error());
    return speak(*persona, subject, tooling, question);
  }
  const std::size_t turn = position_in(question.messages, subject.task).number;
  if (turn < lines->size()) return (*lines)[turn];
  return std::unexpected(
      No{.status = 400,
         .error = {.code = "script-ended",
                   .message = fmt::format("the script has {} replies for {}, and this is turn {}",
                                          lines->size(), subject.id, turn + 1)}});
}

std::expected<Persona, ScriptedServer::No> ScriptedServer::player(const std::string& model) const {
  if (model.empty()) return options_.default_persona.value_or(Persona::ideal);
  const Result<Persona> named = persona_named(model);
  if (named) return *named;
  if (options_.default_persona) return *options_.default_persona;
  return std::unexpected(No{.status = 404, .error = named.error()});
}

void ScriptedServer::misbehave(Answer& answer) {
  if (!options_.faults) return;
  const std::optional<Fault> fault = fault_at(*options_.faults, answered_++);
  if (!fault) return;
  switch (*fault) {
    case Fault::busy:
      answer.line = {.http_status = 429};
      break;
    case Fault::trouble:
      answer.line = {.http_status = 500};
      break;
    case Fault::reset:
      answer.line.reset = true;
      break;
    case Fault::half:
      answer.line.half = true;
      break;
    case Fault::slow:
      answer.wait += short_stall;
      break;
  }
}

Task<> ScriptedServer::deliver(Answer answer, http::Responder& responder) const {
  const Line& line = answer.line;
  if (line.stall) {
    co_await wait(options_.stall);
    responder.abort();
    co_return;
  }
  if (line.http_status != 200) {
    http::Response error = error_response(answer.format, line.http_status, error_of(line));
    co_await responder.send(std::move(error));
    co_return;
  }
  if (line.broken) {
    http::Response junk = json_response(200, "<html>this is not a completion");
    co_await responder.send(std::move(junk));
    co_return;
  }
  co_await deliver_reply(answer.format, answer.question, line, responder);
}

std::string with_case(std::string url, std::string_view case_id) {
  static constexpr std::string_view placeholder = "{case}";
  const std::size_t at = url.find(placeholder);
  if (at != std::string::npos) url.replace(at, placeholder.size(), case_id);
  return url;
}

}  // namespace redcode::personas
