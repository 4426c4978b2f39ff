#include "run/store/sigv4.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <map>
#include <string_view>

#include "base/digest.h"
#include "base/failure.h"
#include "base/text.h"

namespace redcode::store {
namespace {

constexpr std::string_view algorithm = "AWS4-HMAC-SHA256";

// As a signature sees them: in order of their names, which are in lower case.
std::map<std::string, std::string> canonical_headers(const http::Headers& headers) {
  std::map<std::string, std::string> canonical;
  for (const auto& [name, value] : headers) canonical.emplace(lower(name), trim(value));
  return canonical;
}

std::string canonical_request(const http::Request& request, std::string_view signed_names,
                              const std::string& body_digest) {
  std::string lines;
  for (const auto& [name, value] : canonical_headers(request.headers))
    lines += fmt::format("{}:{}\n", name, value);
  static constexpr std::string_view no_query;
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}", request.method, request.target, no_query, lines,
                     signed_names, body_digest);
}

std::string names_of(const http::Headers& headers) {
  std::string names;
  for (const auto& [name, value] : canonical_headers(headers))
    names += names.empty() ? name : ";" + name;
  return names;
}

}  // namespace

std::string amz_time(std::chrono::system_clock::time_point when) {
  return fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(when)));
}

std::string authorization(const http::Request& request, const std::string& body_digest,
                          const Keys& keys, const Realm& realm) {
  const std::string time = canonical_headers(request.headers).at("x-amz-date");
  const std::string date = time.substr(0, 8);
  const std::string names = names_of(request.headers);
  const std::string range = fmt::format("{}/{}/{}/aws4_request", date, realm.region, realm.service);
  const std::string to_sign =
      fmt::format("{}\n{}\n{}\n{}", algorithm, time, range,
                  sha256_hex(canonical_request(request, names, body_digest)));

  const std::string of_day = hmac_sha256("AWS4" + keys.secret, date);
  const std::string of_service = hmac_sha256(hmac_sha256(of_day, realm.region), realm.service);
  const std::string signature =
      to_hex(hmac_sha256(hmac_sha256(of_service, "aws4_request"), to_sign));
  return fmt::format("{} Credential={}/{},SignedHeaders={},Signature={}", algorithm, keys.id, range,
                     names, signature);
}

}  // namespace redcode::store
