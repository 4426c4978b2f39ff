#include "http/url.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/scheme.hpp>
#include <boost/url/url_view.hpp>
#include <charconv>

namespace redcode::http {

namespace {

using boost::urls::scheme;

std::unexpected<Error> refuse(std::string code, std::string message) {
  return std::unexpected(
      Error{.code = std::move(code),
            .message = std::move(message),
            .hint = "write it like https://host/v1 or http://127.0.0.1:8000/v1"});
}

// The port as a number: 0 when it is none one can connect to.
std::uint16_t port_of(const boost::urls::url_view& url) {
  if (!url.has_port()) return url.scheme_id() == scheme::https ? 443 : 80;
  const std::string_view digits = url.port();
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), port);
  return error == std::errc() && end == digits.end() ? port : 0;
}

// Percent signs can bring in bytes that no name has.
bool names_host(const std::string& host) {
  return !host.empty() && std::ranges::all_of(host, [](char c) { return c > ' ' && c < 0x7f; });
}

// What is wrong with an address that parses.
Result<void> check(const boost::urls::url_view& url, QueryPart query) {
  if (url.scheme_id() != scheme::http && url.scheme_id() != scheme::https) {
    return refuse("url-scheme", "the address must begin with http:// or https://");
  }
  if (url.has_userinfo())
    return refuse("url-credentials", "an address with a password or user name is not accepted");
  if (!names_host(url.host_address())) return refuse("url-host", "the address names no host");
  if (port_of(url) == 0) return refuse("url-port", "the address has no usable port");
  if (url.has_query() && query == QueryPart::refused)
    return refuse("url-query", "the address must end with its path, without a ?");
  return {};
}

}  // namespace

bool is_loopback(const std::string& host) {
  boost::system::error_code not_an_address;
  const auto address = asio::ip::make_address(host, not_an_address);
  if (!not_an_address) return address.is_loopback();
  return host == "localhost" || host.ends_with(".localhost");
}

Result<Url> parse_url(std::string_view text, QueryPart query) {
  if (text.size() > 2048) return refuse("url-syntax", "the address is too long");
  const auto parsed =
      boost::urls::parse_absolute_uri(boost::urls::string_view(text.data(), text.size()));
  if (!parsed) return refuse("url-syntax", "this is not an absolute address");
  const boost::urls::url_view& url = *parsed;
  if (const Result<void> sound = check(url, query); !sound) return std::unexpected(sound.error());

  Url result;
  result.endpoint.host = std::string(url.host_address());
  result.endpoint.port = port_of(url);
  result.endpoint.tls = url.scheme_id() == scheme::https;
  result.path = std::string(std::string_view(url.encoded_path()));
  while (result.path.ends_with('/')) result.path.pop_back();
  result.query = std::string(std::string_view(url.encoded_query()));
  return result;
}

}  // namespace redcode::http
