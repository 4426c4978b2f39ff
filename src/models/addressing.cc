#include "models/addressing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "http/message.h"

namespace redcode::models {

namespace {

constexpr std::string_view anthropic_version = "2023-06-01";

bool printable(std::string_view text, char least) {
  return std::ranges::all_of(text, [least](char c) { return c >= least && c < 0x7f; });
}

bool is_header_name(std::string_view name) {
  static constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    const bool alphanumeric =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return alphanumeric || others.contains(c);
  });
}

// A parameter of a query that carries a key by its name.
bool names_key(std::string_view parameter) {
  const std::string name = lower(parameter.substr(0, parameter.find('=')));
  return name.ends_with("key") || name.contains("token") || name.contains("secret");
}

std::vector<std::string> parameters(std::string_view query) {
  std::vector<std::string> all = split(query, '&');
  std::erase(all, "");
  return all;
}

std::string_view query_of(std::string_view target) {
  const std::size_t mark = target.find('?');
  return mark == std::string_view::npos ? "" : target.substr(mark + 1);
}

std::string joined(const http::Url& url, std::string_view path, std::vector<std::string> query) {
  std::ranges::copy(parameters(url.query), std::back_inserter(query));
  const std::string_view mark = query.empty() ? "" : "?";
  return fmt::format("{}{}{}{}", url.path, path.substr(0, path.find('?')), mark,
                     fmt::join(query, "&"));
}

bool stays_behind(std::string_view name) {
  static constexpr std::array<std::string_view, 18> ours{"accept",
                                                         "accept-encoding",
                                                         "api-key",
                                                         "authorization",
                                                         "connection",
                                                         "content-length",
                                                         "content-type",
                                                         "cookie",
                                                         "expect",
                                                         "host",
                                                         "keep-alive",
                                                         "proxy-authorization",
                                                         "proxy-connection",
                                                         "trailer",
                                                         "transfer-encoding",
                                                         "upgrade",
                                                         "x-api-key",
                                                         "x-goog-api-key"};
  return std::ranges::find(ours, lower(name)) != ours.end();
}

void add_key(const Address& address, http::Headers& headers) {
  if (address.key.empty()) return;
  const std::string& key = address.key.reveal();
  std::string name = address.key_header;
  if (name.empty()) {
    name = address.format == wire::Format::messages ? "x-api-key"
           : address.format == wire::Format::gemini ? "x-goog-api-key"
                                                    : "Authorization";
  }
  headers.emplace_back(name, lower(name) == "authorization" ? "Bearer " + key : key);
}

}  // namespace

Result<void> check(const Address& address) {
  const auto no = [](std::string code, std::string message, std::string hint) {
    return std::unexpected(
        Error{.code = std::move(code), .message = std::move(message), .hint = std::move(hint)});
  };
  if (!printable(address.key.reveal(), '!')) {
    return no("key-malformed",
              "the model's key holds a space, a line break or a byte that is not ASCII",
              "look for a stray line break at its end");
  }
  if (std::ranges::any_of(parameters(address.url.query), names_key)) {
    return no("key-in-url", "the model's address carries a key",
              "leave it out there and give it by the environment: --key-env");
  }
  if (!address.key_header.empty() && !is_header_name(address.key_header))
    return no("header-malformed", "the key's header has no usable name", "write it like api-key");
  for (const auto& [name, value] : address.headers) {
    if (is_header_name(name) && printable(value.reveal(), ' ')) continue;
    return no("header-malformed",
              fmt::format("the header {} has no usable name or value", one_line(name, 60)),
              "write it like 'Name: value', on one line");
  }
  return {};
}

std::string target_of(const Address& address, const wire::Question& question) {
  const std::string path = wire::path_of(address.format, question);
  return joined(address.url, path, parameters(query_of(path)));
}

std::string target_of(const Address& address, std::string_view called, const std::string& model) {
  const std::string_view called_path = called.substr(0, called.find('?'));
  const wire::Question named{
      .model = model, .messages = {}, .stream = called_path.ends_with(":streamGenerateContent")};
  std::vector<std::string> query = parameters(query_of(called));
  std::erase_if(query, names_key);
  return joined(address.url, wire::path_of(address.format, named), std::move(query));
}

http::Headers headers_of(const Address& address, const http::Headers& given) {
  http::Headers headers;
  headers.emplace_back("Content-Type", "application/json");
  headers.emplace_back("Accept", "text/event-stream, application/json");
  add_key(address, headers);
  for (const auto& [name, value] : address.headers) headers.emplace_back(name, value.reveal());
  for (const auto& [name, value] : given) {
    if (!stays_behind(name) && http::find_header(headers, name).empty())
      headers.emplace_back(name, value);
  }
  if (address.format == wire::Format::messages &&
      http::find_header(headers, "anthropic-version").empty())
    headers.emplace_back("anthropic-version", anthropic_version);
  return headers;
}

}  // namespace redcode::models
