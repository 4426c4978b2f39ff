// Small talk: what programs ask a model's server besides questions to the model. They look whether
// somebody is there, which models there are, how long a text is.
#pragma once

#include <optional>
#include <string_view>

#include "http/http.h"

namespace redcode::relay {

// The answer, in which `model` is the only model there is; nothing if the request is none of these.
std::optional<http::Response> auxiliary_endpoint(const http::Request& request,
                                                 std::string_view model);

// An answer whose body is JSON.
http::Response json_response(int status, std::string body);

}  // namespace redcode::relay
