// A page for one person, served on loopback: who is let in, and what every answer carries.
//
// The page is asked for with the token in its address, everything else with the token in the header
// X-Redcode-Token. Who cannot show it, comes by another host name or from another site's page is
// sent away. No sockets here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "http/http.h"

namespace redcode::http {

class AuthGuard {
 public:
  // `port`: the one that is listened on.
  AuthGuard(std::string token, std::uint16_t port) : token_(std::move(token)), port_(port) {}

  // Where the page is, with the token.
  std::string address() const;
  bool lets_in(const Request& request) const;
  // Whether it comes by our own name and from no other site's page, token or not.
  bool knows_origin_of(const Request& request) const;

 private:
  std::string token_;
  std::uint16_t port_;
};

// What a request asks for, unescaped.
struct Target {
  std::string path;
  std::vector<std::pair<std::string, std::string>> query = {};

  // The first value of `key`; "" if it is not there.
  std::string_view asked(std::string_view key) const;
};
// Errors: target-syntax.
Result<Target> parse_target(std::string_view text);

inline constexpr std::string_view nonce_place = "{{nonce}}";
// `text` with each `place` replaced.
std::string filled(std::string_view text, std::string_view place, std::string_view by);

// Nothing that hostile text says can become more than text: no script and no style but the page's
// own, nothing from elsewhere, nowhere to send to but here. `html` has the nonce's place in it.
Response page_response(std::string_view html);
Response json_response(int status, const Json& json);
Response error_response(int status, const Error& error);
// For who was not let in; `command` printed the address.
Response forbidden(std::string_view command);

}  // namespace redcode::http
