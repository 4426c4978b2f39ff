#include "http/http.h"

#include <utility>

#include "http/connection.h"
#include "http/transport.h"

namespace redcode::http {

namespace {

Task<std::unique_ptr<OpenConnection>> open_connection(Endpoint endpoint, ExchangeLimits limits) {
  std::unique_ptr<Transport> transport = co_await Transport::connect(endpoint, limits);
  co_return std::make_unique<OpenConnection>(std::move(transport), endpoint, limits);
}

using PieceTaker = OpenConnection::PieceTaker;

Task<bool> take_at_once(const BodySink& sink, std::string_view piece) { co_return sink(piece); }

Task<bool> take_in_time(const BodyTaker& taker, std::string_view piece) {
  co_await taker(piece);
  co_return true;
}

Task<Response> exchange_by(Endpoint endpoint, Request request, PieceTaker taker,
                           ExchangeLimits limits) {
  const auto connection = co_await open_connection(std::move(endpoint), limits);
  request.headers.emplace_back("Connection", "close");
  co_return co_await connection->stream(std::move(request), std::move(taker));
}

}  // namespace

Task<std::unique_ptr<Connection>> Connection::open(Endpoint endpoint, ExchangeLimits limits) {
  co_return co_await open_connection(std::move(endpoint), limits);
}

Task<Response> exchange_streaming(Endpoint endpoint, Request request, BodySink on_body,
                                  ExchangeLimits limits) {
  const PieceTaker taker = [&on_body](std::string_view piece) {
    return take_at_once(on_body, piece);
  };
  co_return co_await exchange_by(std::move(endpoint), std::move(request), taker, limits);
}

Task<Response> exchange_passing(Endpoint endpoint, Request request, BodyTaker on_body,
                                ExchangeLimits limits) {
  const PieceTaker taker = [&on_body](std::string_view piece) {
    return take_in_time(on_body, piece);
  };
  co_return co_await exchange_by(std::move(endpoint), std::move(request), taker, limits);
}

Task<Response> exchange(Endpoint endpoint, Request request, ExchangeLimits limits) {
  const PieceTaker collect;
  co_return co_await exchange_by(std::move(endpoint), std::move(request), collect, limits);
}

}  // namespace redcode::http
