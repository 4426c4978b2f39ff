#include "run/store/s3_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "base/text.h"
#include "http/url.h"

namespace redcode::store {
namespace {

constexpr std::string_view lower_and_digits = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view region_characters = "abcdefghijklmnopqrstuvwxyz0123456789-";
constexpr std::string_view plain_characters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
constexpr std::size_t longest_prefix = 512;

std::unexpected<Error> refuse(std::string code, std::string message) {
  return std::unexpected(Error{.code = std::move(code), .message = std::move(message)});
}

bool made_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

bool is_bucket(std::string_view name) {
  static constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789.-";
  return name.size() >= 3 && name.size() <= 63 && made_of(name, allowed) &&
         made_of(name.substr(0, 1), lower_and_digits) && !name.ends_with('.') &&
         !name.contains("..");
}

// Characters that are the same in a path as in a signature, so that nothing needs encoding.
bool is_segment(std::string_view name) {
  return made_of(name, plain_characters) && name != "." && name != "..";
}

// "/bucket/prefix/" of "bucket/prefix".
Result<std::string> root_of(std::string_view place) {
  while (place.ends_with('/')) place.remove_suffix(1);
  const std::vector<std::string> names = split(place, '/');
  if (names.empty() || !is_bucket(names.front())) {
    return refuse("store-url",
                  "s3:// is followed by a bucket: 3 to 63 lower-case letters, digits, dots, "
                  "hyphens");
  }
  const bool sound = std::ranges::all_of(names.begin() + 1, names.end(), is_segment);
  if (!sound || place.size() > longest_prefix) {
    return refuse("store-url",
                  "the prefix behind a bucket is made of letters, digits, dots, hyphens, "
                  "underscores and single slashes");
  }
  return fmt::format("/{}/", place);
}

std::string first_set(const http::Environment& environment,
                      std::initializer_list<const char*> names) {
  for (const char* name : names) {
    std::string value = environment(name);
    if (!value.empty()) return value;
  }
  return {};
}

// A key goes into a header, where a stray newline of a file would break it.
bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

Result<Keys> keys_from(const http::Environment& environment) {
  Keys keys{.id = environment("AWS_ACCESS_KEY_ID"),
            .secret = environment("AWS_SECRET_ACCESS_KEY"),
            .token = environment("AWS_SESSION_TOKEN")};
  if (keys.id.empty() || keys.secret.empty())
    return refuse("store-keys",
                  "an s3:// store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the "
                  "environment");
  if (!is_printable(keys.id) || !is_printable(keys.secret) || !is_printable(keys.token))
    return refuse("store-keys",
                  "one of the AWS keys in the environment holds a space or a newline");
  return keys;
}

Result<http::Url> server_from(const http::Environment& environment, const std::string& region) {
  const std::string named = first_set(environment, {"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"});
  Result<http::Url> url =
      http::parse_url(named.empty() ? fmt::format("https://s3.{}.amazonaws.com", region) : named);
  if (!url)
    return refuse("store-endpoint", fmt::format("AWS_ENDPOINT_URL: {}", url.error().message));
  if (!url->endpoint.tls && !http::is_loopback(lower(url->endpoint.host)))
    return refuse("store-endpoint", "AWS_ENDPOINT_URL: another host is reached by https only");
  const auto proxy = http::proxy_for(url->endpoint, environment);
  if (!proxy) return std::unexpected(proxy.error());
  url->endpoint.proxy = *proxy;
  return url;
}

}  // namespace

Result<S3Place> s3_place(std::string_view url, const http::Environment& environment) {
  static constexpr std::string_view scheme = "s3://";
  if (!url.starts_with(scheme)) return refuse("store-url", "this is no s3:// address");
  const Result<std::string> root = root_of(url.substr(scheme.size()));
  if (!root) return std::unexpected(root.error());
  const Result<Keys> keys = keys_from(environment);
  if (!keys) return std::unexpected(keys.error());
  std::string region = first_set(environment, {"AWS_REGION", "AWS_DEFAULT_REGION"});
  if (region.empty()) region = "us-east-1";
  if (!made_of(region, region_characters))
    return refuse("store-region", "AWS_REGION is no region's name, such as eu-central-1");
  const Result<http::Url> server = server_from(environment, region);
  if (!server) return std::unexpected(server.error());
  return S3Place{.endpoint = server->endpoint,
                 .root = server->path + *root,
                 .realm = {.region = std::move(region)},
                 .keys = *keys};
}

}  // namespace redcode::store
