// Absolute http and https addresses, as a user writes them.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "http/http.h"

namespace redcode::http {

struct Url {
  Endpoint endpoint;
  std::string path;  // what goes before a request's own path: "" or "/v1", no slash at its end
  std::string query = {};  // what goes behind it: "" or "api-version=1"
};

// Whether `host`, a name in lower case or an address, is this machine itself.
bool is_loopback(const std::string& host);

enum class QueryPart { refused, allowed };

// Errors: url-syntax, url-scheme, url-host, url-port, url-credentials, url-query. Messages never
// repeat a password written into the address.
Result<Url> parse_url(std::string_view text, QueryPart query = QueryPart::refused);

}  // namespace redcode::http
