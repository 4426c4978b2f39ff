// A page of ours: served on loopback, and opened in the user's browser.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "base/task.h"
#include "base/temp_dir.h"
#include "http/server.h"

namespace redcode::app {

constexpr std::size_t page_token_length = 32;  // of what an address must hold to be answered

// Leads the browser to an address. By a private file, which is there as long as this lives:
// arguments of programs are for all of the host to see, and the address holds the token.
class OpenPage {
 public:
  explicit OpenPage(const std::string& address);

  // Whether there is a desktop with a browser.
  static bool possible();

 private:
  TempDir folder_{"page"};
};

// Opens it where that is wanted and possible; else nullptr.
std::unique_ptr<OpenPage> open_page(const std::string& address, bool wanted);

template <class Api>
Task<> answer(Api& api, const http::Request& request, http::Responder& responder) {
  if constexpr (std::same_as<decltype(api.answer(request)), http::Response>) {
    co_await responder.send(api.answer(request));
  } else {
    http::Response response = co_await api.answer(request);
    co_await responder.send(std::move(response));
  }
}

// Opens the page as open_page() does, and has `api` answer what it asks, until cancelled.
template <class Api>
Task<> serve_page(http::Server& server, Api& api, bool open) {
  const std::unique_ptr<OpenPage> opened = open_page(api.address(), open);
  http::Handler handler = [&api](const http::Request& request, http::Responder& responder) {
    return answer(api, request, responder);
  };
  http::Terms terms{.gate = [&api](const http::Request& head) { return api.turned_away(head); }};
  co_await server.serve(std::move(handler), std::move(terms));
}

}  // namespace redcode::app
