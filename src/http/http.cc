#include "http/http.h"

#include <utility>

#include "http/connection.h"
#include "http/transport.h"

namespace redcode::http {

namespace {

Task<std::unique_ptr<OpenConnection>> open_connection(Endpoint endpoint, Limits limits) {
  std::unique_ptr<Transport> transport = co_await Transport::connect(endpoint, limits);
  co_return std::make_unique<OpenConnection>(std::move(transport), endpoint, limits);
}

}  // namespace

Task<std::unique_ptr<Connection>> Connection::open(Endpoint endpoint, Limits limits) {
  co_return co_await open_connection(std::move(endpoint), limits);
}

Task<Response> exchange_streaming(Endpoint endpoint, Request request, BodySink on_body,
                                  Limits limits) {
  const auto connection = co_await open_connection(std::move(endpoint), limits);
  request.headers.emplace_back("Connection", "close");
  co_return co_await connection->stream(std::move(request), std::move(on_body));
}

Task<Response> exchange(Endpoint endpoint, Request request, Limits limits) {
  const BodySink collect;
  co_return co_await exchange_streaming(std::move(endpoint), std::move(request), collect, limits);
}

}  // namespace redcode::http
