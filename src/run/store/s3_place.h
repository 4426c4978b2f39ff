// S3Place: which server, which bucket and whose keys "s3://BUCKET/PREFIX" means here.
//
// The environment says the rest, by the names that AWS's own tools read:
//   AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL    the server; else Amazon's of the region
//   AWS_REGION, AWS_DEFAULT_REGION           else us-east-1
//   AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY must be set
//   AWS_SESSION_TOKEN                        for keys of a session
// A proxy is taken from the environment too, as for models.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "http/http.h"
#include "http/proxy.h"
#include "run/store/sigv4.h"

namespace redcode::store {

struct S3Place {
  http::Endpoint endpoint;
  std::string root;  // what a blob's path is appended to: "/bucket/prefix/"
  Realm realm;
  Keys keys;
};

// Errors: store-url, store-keys, store-region, store-endpoint. They repeat no key. Plain http is
// taken for loopback only.
Result<S3Place> s3_place(std::string_view url, const http::Environment& environment);

}  // namespace redcode::store
