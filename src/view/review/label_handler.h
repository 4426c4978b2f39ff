// ApiHandler: what the review page's server answers, request by request. No sockets here.
//
//   GET  /?token=…           the page
//   GET  /api/state          who reviews, and how far
//   GET  /api/next?after=ID  the next trial
//   POST /api/label          {"trial", "label", "note"}
//   POST /api/undo           takes back the last label
//   GET  /api/agreement      figures, once nothing is left to label
//
// Whoever cannot show the token gets 403: the page has it in its address, requests under /api in
// the header X-Redcode-Token. So does whoever comes by another host name or from another site's
// page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "http/local_page.h"
#include "view/review/session.h"

namespace redcode::review {

class ApiHandler {
 public:
  // `port`: the one that is listened on.
  ApiHandler(Session session, std::string token, std::uint16_t port)
      : session_(std::move(session)), door_(std::move(token), port) {}

  // Where the page is, with the token.
  std::string address() const { return door_.address(); }
  // The answer for a request that is turned away by its head alone, before its body is read.
  std::optional<http::Response> turned_away(const http::Request& head) const;
  http::Response answer(const http::Request& request);

 private:
  Result<Json> call(const http::Request& request, const http::Target& target);

  Session session_;
  http::AuthGuard door_;
};

}  // namespace redcode::review
