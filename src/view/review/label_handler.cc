#include "view/review/label_handler.h"

#include <fmt/format.h>

#include <exception>

#include "base/text.h"
#include "view/review/page.h"

namespace redcode::review {
namespace {

constexpr std::size_t longest_target = 400;
constexpr std::size_t longest_body = std::size_t{16} << 10U;
constexpr JsonLimits body_limits{.bytes = longest_body, .depth = 4, .members = 10};

Error nothing_there() {
  return {.code = "unknown-path",
          .message = "there is nothing here",
          .hint = "GET state, next or agreement, or POST label or undo, under /api"};
}

int status_of(const Error& error) {
  if (error.code == "unknown-path" || error.code == "trial-unknown") return 404;
  return error.code.starts_with("json-") || error.code.starts_with("label-") ||
                 error.code == "note-too-long"
             ? 400
             : 409;
}

}  // namespace

std::optional<http::Response> ApiHandler::turned_away(const http::Request& head) const {
  if (!door_.lets_in(head)) return http::forbidden("review");
  return std::nullopt;
}

http::Response ApiHandler::answer(const http::Request& request) {
  if (std::optional<http::Response> no = turned_away(request)) return *std::move(no);
  if (request.target.size() > longest_target || request.body.size() > longest_body) {
    return http::error_response(413, {.code = "too-long",
                                      .message = "the request is too long",
                                      .hint = fmt::format("{} bytes are the most", longest_body)});
  }
  const http::Target target = http::parse_target(request.target).value();
  if (target.path == "/" && request.method == "GET") return http::page_response(page());
  try {
    const Result<Json> answer = call(request, target);
    if (answer) return http::json_response(200, *answer);
    return http::error_response(status_of(answer.error()), answer.error());
  } catch (const std::exception& failure) {
    return http::error_response(
        500, {.code = "failed",
              .message = one_line(failure.what(), 300),
              .hint = "put that right, then reload the page: it shows what was saved"});
  }
}

Result<Json> ApiHandler::call(const http::Request& request, const http::Target& target) {
  const std::string& path = target.path;
  if (request.method == "GET") {
    if (path == "/api/state") return session_.state();
    if (path == "/api/next") return session_.next(target.asked("after"));
    if (path == "/api/agreement") return session_.agreement();
  }
  if (request.method == "POST" && path == "/api/undo") return session_.undo();
  if (request.method != "POST" || path != "/api/label") return std::unexpected(nothing_there());
  const Result<Json> body = parse_json(request.body, body_limits);
  if (!body) return std::unexpected(body.error());
  return session_.label(*body);
}

}  // namespace redcode::review
