#include "models/relay/auxiliary_endpoints.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/json.h"

namespace redcode::relay {
namespace {

constexpr std::size_t bytes_per_token = 4;  // about, for English and code

// One shape that every provider's client finds its own fields in.
Json model_entry(std::string_view model) {
  return {{"id", model},
          {"object", "model"},
          {"type", "model"},
          {"created", 1'700'000'000},
          {"created_at", "2023-11-14T22:13:20Z"},
          {"owned_by", "system"},
          {"display_name", model},
          {"name", fmt::format("models/{}", model)},
          {"displayName", model},
          {"inputTokenLimit", 128'000},
          {"outputTokenLimit", 8'192},
          {"supportedGenerationMethods", {"generateContent", "countTokens"}}};
}

Json model_list(std::string_view model) {
  const Json entry = model_entry(model);
  return {{"object", "list"},
          {"data", Json::array({entry})},
          {"models", Json::array({entry})},
          {"first_id", model},
          {"last_id", model},
          {"has_more", false}};
}

Json token_count(const http::Request& request) {
  const std::size_t tokens = 1 + request.body.size() / bytes_per_token;
  return {{"object", "response.input_tokens"}, {"input_tokens", tokens}, {"totalTokens", tokens}};
}

bool counts_tokens(std::string_view path) {
  return path.ends_with("/count_tokens") || path.ends_with(":countTokens") ||
         path.ends_with("/input_tokens");
}

}  // namespace

http::Response json_response(int status, std::string body) {
  return {
      .status = status, .headers = {{"Content-Type", "application/json"}}, .body = std::move(body)};
}

std::optional<http::Response> auxiliary_endpoint(const http::Request& request,
                                                 std::string_view model) {
  const std::string_view target = request.target;
  const std::string_view path = target.substr(0, target.find('?'));
  const bool looks = request.method == "GET" || request.method == "HEAD";
  if (looks && (path == "/" || path == "/api/hello")) return http::Response{.status = 200};
  if (looks && path.ends_with("/models")) {
    return json_response(200, dump_json(model_list(model)));
  }
  // Whichever model is asked about: there is but one.
  if (looks && path.contains("/models/")) {
    return json_response(200, dump_json(model_entry(model)));
  }
  if (request.method == "POST" && counts_tokens(path)) {
    return json_response(200, dump_json(token_count(request)));
  }
  return std::nullopt;
}

}  // namespace redcode::relay
