// AWS Signature Version 4: how a request to an S3 server proves who sent it.
//
// Pure: the time comes in with the request, so that published examples can be checked.
#pragma once

#include <chrono>
#include <string>

#include "http/http.h"

namespace redcode::store {

// No message may hold any of these.
struct Keys {
  std::string id;
  std::string secret;
  std::string token = {};  // of a session; empty: the keys are permanent
};

// What a signature is good for.
struct Realm {
  std::string region;
  std::string service = "s3";
};

// "20130524T000000Z"
std::string amz_time(std::chrono::system_clock::time_point when);

// The value of the Authorization header of `request`. All headers it has are signed. `body_digest`
// is the SHA-256 of its body in hex.
// Requires: headers Host and X-Amz-Date (as of amz_time) are among them, none twice; the target is
// a path that is percent-encoded already, without a query.
std::string authorization(const http::Request& request, const std::string& body_digest,
                          const Keys& keys, const Realm& realm);

}  // namespace redcode::store
