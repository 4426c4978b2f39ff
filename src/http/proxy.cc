#include "http/proxy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/url/parse.hpp>
#include <boost/url/url.hpp>

#include "base/text.h"
#include "http/message.h"
#include "http/url.h"

namespace redcode::http {

namespace {

std::unexpected<Error> refuse_proxy(std::string code, std::string message) {
  return std::unexpected(Error{.code = std::move(code),
                               .message = std::move(message),
                               .hint = "write it like http://host:3128, or "
                                       "http://user:password@host:3128 with special characters as "
                                       "%40"});
}

std::string first_set(const Environment& environment, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    std::string value = environment(name);
    if (!value.empty()) return value;
  }
  return {};
}

// Whether an entry of NO_PROXY, such as "example.com", ".example.com" or "host:8080", means it.
bool means(std::string_view entry, const std::string& host, std::uint16_t port) {
  const std::string with_port = fmt::format(":{}", port);
  const bool one_colon = std::ranges::count(entry, ':') == 1;
  if ((one_colon || entry.contains("]:")) && entry.ends_with(with_port))
    entry.remove_suffix(with_port.size());
  if (entry.starts_with('[') && entry.ends_with(']')) entry = entry.substr(1, entry.size() - 2);
  if (entry == "*" || entry == host) return true;
  if (entry.starts_with('*')) entry.remove_prefix(1);
  if (entry.starts_with('.')) entry.remove_prefix(1);
  if (entry.empty()) return false;
  return host == entry || host.ends_with("." + std::string(entry));
}

bool goes_directly(const Endpoint& endpoint, const Environment& environment) {
  const std::string host = lower(endpoint.host);
  if (!endpoint.unix_path.empty() || is_loopback(host)) return true;
  std::string listed = lower(first_set(environment, {"no_proxy", "NO_PROXY"}));
  std::ranges::replace(listed, ' ', ',');
  return std::ranges::any_of(split(listed, ','), [&](const std::string& entry) {
    return means(trim(entry), host, endpoint.port);
  });
}

std::string named_by(const Endpoint& endpoint, const Environment& environment) {
  // HTTP_PROXY is left out as curl does: a CGI program's client can set it by a header.
  const std::string own = endpoint.tls ? first_set(environment, {"https_proxy", "HTTPS_PROXY"})
                                       : first_set(environment, {"http_proxy"});
  return own.empty() ? first_set(environment, {"all_proxy", "ALL_PROXY"}) : own;
}

std::string refusal_of(int status, const std::string& peer, const std::string& host) {
  if (status == 407) {
    return fmt::format("{}: it wants a user name and a password it knows (HTTP 407)", peer);
  }
  return fmt::format("{}: it does not connect to {} (HTTP {})", peer, host, status);
}

}  // namespace

Result<Proxy> parse_proxy(std::string_view text) {
  const std::string whole =
      text.contains("://") ? std::string(text) : "http://" + std::string(text);
  const auto parsed = boost::urls::parse_absolute_uri(whole);
  if (!parsed) return refuse_proxy("proxy-syntax", "this is not the address of a proxy");
  if (parsed->scheme_id() != boost::urls::scheme::http)
    return refuse_proxy("proxy-scheme", "only proxies with an http:// address are spoken to");
  boost::urls::url address(*parsed);
  Proxy proxy;
  if (address.has_userinfo())
    proxy.credentials = fmt::format("{}:{}", address.user(), address.password());
  address.remove_userinfo();
  address.remove_query();
  address.set_encoded_path("");
  const Result<Url> url = parse_url(std::string(address.buffer()));
  if (!url) return refuse_proxy("proxy-syntax", "the proxy's address names no usable host or port");
  proxy.host = url->endpoint.host;
  proxy.port = url->endpoint.port;
  return proxy;
}

Result<std::optional<Proxy>> proxy_for(const Endpoint& endpoint, const Environment& environment) {
  if (goes_directly(endpoint, environment)) return std::nullopt;
  const std::string named = named_by(endpoint, environment);
  if (named.empty()) return std::nullopt;
  Result<Proxy> proxy = parse_proxy(named);
  if (!proxy) return std::unexpected(proxy.error());
  return *std::move(proxy);
}

std::string name_of(const Proxy& proxy) {
  return fmt::format("proxy {}:{}", bracketed(proxy.host), proxy.port);
}

std::string basic_authorization(const Proxy& proxy) {
  return proxy.credentials.empty() ? "" : "Basic " + to_base64(proxy.credentials);
}

std::string bracketed(const std::string& host) {
  return host.contains(':') ? "[" + host + "]" : host;
}

Task<> open_tunnel(Transport& transport, const Proxy& proxy, const Endpoint& endpoint) {
  const std::string host = fmt::format("{}:{}", bracketed(endpoint.host), endpoint.port);
  const std::string basic = basic_authorization(proxy);
  const Request request{.method = "CONNECT", .target = host};
  Headers headers;
  headers.emplace_back("Host", host);
  if (!basic.empty()) headers.emplace_back("Proxy-Authorization", basic);
  const std::string head = request_head(request, headers);
  co_await transport.write(head);

  ResponseReader reader(ExchangeLimits{}.body_bytes,
                        true);  // a tunnel has no body, and a refusal says enough by its status
  std::string received;
  while (!reader.head_read()) {
    const std::string_view more = co_await transport.read_some();
    if (more.empty()) throw Disconnected(transport.peer() + ": hung up without an answer");
    received += more;
    reader.take(received);
  }
  if (reader.status < 200 || reader.status >= 300)
    throw ProxyRefused(reader.status, refusal_of(reader.status, transport.peer(), host));
  if (!received.empty())
    throw Failure(Failure::Kind::corrupt, transport.peer() + ": it speaks before the host does");
}

}  // namespace redcode::http
