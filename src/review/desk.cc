#include "review/desk.h"

#include <fmt/format.h>

#include <exception>

#include "base/random.h"
#include "base/text.h"
#include "http/message.h"
#include "review/page.h"

namespace redcode::review {
namespace {

constexpr std::size_t longest_target = 400;
constexpr std::size_t longest_body = std::size_t{16} << 10U;
constexpr std::string_view nonce_place = "{{nonce}}";
constexpr JsonLimits body_limits{.bytes = longest_body, .depth = 4, .members = 10};

// The value of `key` in the target's query; "" if it is not there. Ours need no unescaping.
std::string_view asked(std::string_view target, std::string_view key) {
  const std::size_t mark = target.find('?');
  std::string_view rest = mark == std::string_view::npos ? "" : target.substr(mark + 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view one = rest.substr(0, end);
    if (one.starts_with(key) && one.substr(key.size()).starts_with('='))
      return one.substr(key.size() + 1);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

http::Headers headers(std::string type) {
  return {{"Content-Type", std::move(type)},
          {"Cache-Control", "no-store"},
          {"Referrer-Policy", "no-referrer"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cross-Origin-Opener-Policy", "same-origin"}};
}

// Nothing that a conversation says can become more than text: no script and no style but the page's
// own, nothing from elsewhere, nowhere to send to but here.
http::Response page_response() {
  const std::string nonce = random_token(24);
  http::Response response{.status = 200, .headers = headers("text/html; charset=utf-8")};
  response.headers.emplace_back(
      "Content-Security-Policy",
      fmt::format("default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; connect-src "
                  "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                  nonce));
  std::string_view rest = page();
  for (std::size_t at = rest.find(nonce_place); at != std::string_view::npos;
       at = rest.find(nonce_place)) {
    response.body += fmt::format("{}{}", rest.substr(0, at), nonce);
    rest.remove_prefix(at + nonce_place.size());
  }
  response.body += rest;
  return response;
}

http::Response json_response(int status, const Json& json) {
  http::Response response{
      .status = status, .headers = headers("application/json"), .body = dump_json(json) + "\n"};
  response.headers.emplace_back("Content-Security-Policy", "default-src 'none'; sandbox");
  return response;
}

http::Response error_response(int status, const Error& error) {
  return json_response(
      status,
      {{"error", {{"code", error.code}, {"message", error.message}, {"hint", error.hint}}}});
}

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

std::string Desk::address() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", port_, token_);
}

bool Desk::is_admitted(const http::Request& request, std::string_view path) const {
  const std::string_view host = http::find_header(request.headers, "Host");
  const std::string_view origin = http::find_header(request.headers, "Origin");
  const std::string ours = fmt::format("127.0.0.1:{}", port_);
  // A name that somebody else's name server makes lead here is not ours.
  if (host != ours) return false;
  if (!origin.empty() && origin != "http://" + ours) return false;
  const std::string_view token = path == "/"
                                     ? asked(request.target, "token")
                                     : http::find_header(request.headers, "X-Redcode-Token");
  return token == token_;
}

http::Response Desk::answer(const http::Request& request) {
  const std::string_view target = request.target;
  const std::string_view path = target.substr(0, target.find('?'));
  if (!is_admitted(request, path)) {
    return error_response(403, {.code = "forbidden",
                                .message = "this page is for the person who started it",
                                .hint = "open the whole address that `redcode review` printed"});
  }
  if (target.size() > longest_target || request.body.size() > longest_body) {
    return error_response(413, {.code = "too-long",
                                .message = "the request is too long",
                                .hint = fmt::format("{} bytes are the most", longest_body)});
  }
  if (path == "/" && request.method == "GET") return page_response();
  try {
    const Result<Json> answer = call(request, path);
    if (answer) return json_response(200, *answer);
    return error_response(status_of(answer.error()), answer.error());
  } catch (const std::exception& failure) {
    return error_response(
        500, {.code = "failed",
              .message = one_line(failure.what(), 300),
              .hint = "put that right, then reload the page: it shows what was saved"});
  }
}

Result<Json> Desk::call(const http::Request& request, std::string_view path) {
  if (request.method == "GET") {
    if (path == "/api/state") return session_.state();
    if (path == "/api/next") return session_.next(asked(request.target, "after"));
    if (path == "/api/agreement") return session_.agreement();
  }
  if (request.method == "POST" && path == "/api/undo") return session_.undo();
  if (request.method != "POST" || path != "/api/label") return std::unexpected(nothing_there());
  const Result<Json> body = parse_json(request.body, body_limits);
  if (!body) return std::unexpected(body.error());
  return session_.label(*body);
}

}  // namespace redcode::review
