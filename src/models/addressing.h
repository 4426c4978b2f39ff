// How a provider is addressed: the path, the key and the other headers of a request.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "http/http.h"
#include "http/url.h"
#include "models/secret.h"
#include "models/wire/wire.h"

namespace redcode::models {

struct Address {
  wire::Format format = wire::Format::chat;
  http::Url url;  // ends with the version; its query goes with every request
  Secret key = {};
  std::string key_header = {};                               // "": the format's own
  std::vector<std::pair<std::string, Secret>> headers = {};  // with every request
};

// Errors: key-malformed, key-in-url, header-malformed. They repeat no value.
Result<void> check(const Address& address);

// The target of a question of ours.
std::string target_of(const Address& address, const wire::Question& question);
// The target of a call a program made to `called`, for our model: the query is kept, but for a key.
std::string target_of(const Address& address, std::string_view called, const std::string& model);

// The headers of a request. Of those a program gave, what speaks of its own key, connection or
// cookies is left out, and ours count before its.
http::Headers headers_of(const Address& address, const http::Headers& given = {});

}  // namespace redcode::models
