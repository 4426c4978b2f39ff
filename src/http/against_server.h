// For tests: run a client against a server that lives as long as the client does.
#pragma once

#include <boost/asio/this_coro.hpp>
#include <exception>
#include <functional>
#include <memory>
#include <utility>

#include "base/scope.h"
#include "base/task.h"
#include "http/http.h"
#include "http/server.h"

namespace redcode::http {

inline Task<> run_against_server(Handler handler, std::function<Task<>(Endpoint)> client,
                                 Terms terms = {.body_bytes = std::size_t{64} << 20U}) {
  const auto executor = co_await asio::this_coro::executor;
  const std::unique_ptr<Server> server = Server::listen(executor, "127.0.0.1", 0);
  Scope scope(executor);
  scope.spawn(server->serve(std::move(handler), std::move(terms)));
  const Endpoint endpoint{.host = "127.0.0.1", .port = server->port()};
  std::exception_ptr failure;
  try {
    co_await client(endpoint);
  } catch (...) {
    failure = std::current_exception();
  }
  server->stop();
  co_await scope.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace redcode::http
