#include "http/local_page.h"

#include <fmt/format.h>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include "base/random.h"
#include "http/message.h"

namespace redcode::http {
namespace {

Headers headers(std::string type) {
  return {{"Content-Type", std::move(type)},
          {"Cache-Control", "no-store"},
          {"Referrer-Policy", "no-referrer"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cross-Origin-Opener-Policy", "same-origin"}};
}

}  // namespace

std::string AuthGuard::address() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", port_, token_);
}

bool AuthGuard::knows_origin_of(const Request& request) const {
  const std::string_view host = find_header(request.headers, "Host");
  const std::string_view origin = find_header(request.headers, "Origin");
  const std::string ours = fmt::format("127.0.0.1:{}", port_);
  // A name that somebody else's name server makes lead here is not ours.
  return host == ours && (origin.empty() || origin == "http://" + ours);
}

bool AuthGuard::lets_in(const Request& request) const {
  if (!knows_origin_of(request)) return false;
  const Result<Target> target = parse_target(request.target);
  if (!target) return false;
  const std::string_view token = target->path == "/"
                                     ? target->asked("token")
                                     : find_header(request.headers, "X-Redcode-Token");
  return token == token_;
}

std::string_view Target::asked(std::string_view key) const {
  for (const auto& [name, value] : query) {
    if (name == key) return value;
  }
  return {};
}

Result<Target> parse_target(std::string_view text) {
  const auto parsed =
      boost::urls::parse_origin_form(boost::urls::string_view(text.data(), text.size()));
  if (!parsed) {
    return std::unexpected(Error{.code = "target-syntax",
                                 .message = "the request's target is not a path with a query",
                                 .hint = "write it like /api/runs?limit=10"});
  }
  Target target{.path = parsed->path()};
  for (const auto& param : parsed->params())
    target.query.emplace_back(std::string(param.key), std::string(param.value));
  return target;
}

std::string filled(std::string_view text, std::string_view place, std::string_view by) {
  std::string result;
  result.reserve(text.size() + by.size());
  for (std::size_t at = text.find(place); at != std::string_view::npos; at = text.find(place)) {
    result.append(text.substr(0, at)).append(by);
    text.remove_prefix(at + place.size());
  }
  return result.append(text);
}

Response page_response(std::string_view html) {
  const std::string nonce = random_token(24);
  Response response{.status = 200, .headers = headers("text/html; charset=utf-8")};
  response.headers.emplace_back(
      "Content-Security-Policy",
      fmt::format("default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; connect-src "
                  "'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors "
                  "'none'",
                  nonce));
  response.body = filled(html, nonce_place, nonce);
  return response;
}

Response json_response(int status, const Json& json) {
  Response response{
      .status = status, .headers = headers("application/json"), .body = dump_json(json) + "\n"};
  response.headers.emplace_back("Content-Security-Policy", "default-src 'none'; sandbox");
  return response;
}

Response error_response(int status, const Error& error) {
  return json_response(
      status,
      {{"error", {{"code", error.code}, {"message", error.message}, {"hint", error.hint}}}});
}

Response forbidden(std::string_view command) {
  return error_response(
      403, {.code = "forbidden",
            .message = "this page is for the person who started it",
            .hint = fmt::format("open the whole address that `redcode {}` printed", command)});
}

}  // namespace redcode::http
