// HTTP/1.1 over TCP, TLS or a Unix socket, as coroutines. One connection per exchange or kept
// open; bodies streamed; sizes and times bounded.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/task.h"

namespace redcode::http {

using Headers = std::vector<std::pair<std::string, std::string>>;

// A proxy on the way: https goes through it by CONNECT, http by telling it the whole address.
struct Proxy {
  std::string host;
  std::uint16_t port = 0;
  std::string credentials = {};  // "user:password"; empty: none
};

// Where to connect to. Either a Unix socket path or host and port.
struct Endpoint {
  std::string unix_path = {};
  std::string host = {};
  std::uint16_t port = 0;
  bool tls = false;
  std::optional<Proxy> proxy = {};  // not for a Unix socket
};

struct Request {
  std::string method = "GET";
  std::string target = "/";
  Headers headers = {};
  std::string body = {};
};

struct Response {
  int status = 0;
  Headers headers = {};
  std::string body = {};

  // The value of a header, by case-insensitive name; "" if absent.
  std::string_view header(std::string_view name) const;
};

struct ExchangeLimits {
  std::chrono::milliseconds connect{10'000};
  std::chrono::milliseconds idle{60'000};  // the longest wait for the next byte
  std::size_t body_bytes = std::size_t{64} << 20U;
  std::chrono::milliseconds total{
      0};  // the longest one exchange may take in all; 0: as long as bytes come
};

// An answer had begun and broke off.
class CutOff : public Failure {
 public:
  explicit CutOff(const std::string& what) : Failure(Kind::corrupt, what) {}
};

// A proxy would not open the way to the host.
class ProxyRefused : public Failure {
 public:
  ProxyRefused(int status, const std::string& what)
      : Failure(Kind::unavailable, what), status_(status) {}
  int status() const noexcept { return status_; }

 private:
  int status_;
};

// One exchange on a connection of its own. Throws Failure{unavailable} when the peer cannot be
// reached or goes silent, Failure{corrupt} when it does not speak HTTP, sends too much or is cut
// off. No message holds the credentials of a proxy.
Task<Response> exchange(Endpoint endpoint, Request request, ExchangeLimits limits = {});

// The same, but a 2xx body is handed over as it comes instead of being collected; on_body returns
// false to stop early. Bodies of other statuses are collected in the Response.
using BodySink = std::function<bool(std::string_view)>;
Task<Response> exchange_streaming(Endpoint endpoint, Request request, BodySink on_body,
                                  ExchangeLimits limits = {});

// The same for a taker that has to wait: no more is read until it has taken what there was.
using BodyTaker = std::function<Task<>(std::string_view)>;
Task<Response> exchange_passing(Endpoint endpoint, Request request, BodyTaker on_body,
                                ExchangeLimits limits = {});

// A connection that stays open between exchanges and can be taken over after "101 Switching
// Protocols" (the Docker API's way of attaching to a command).
class Connection {
 public:
  static Task<std::unique_ptr<Connection>> open(Endpoint endpoint, ExchangeLimits limits = {});
  virtual ~Connection() = default;

  virtual Task<Response> exchange(Request request) = 0;
  // A request whose body is produced piece by piece (chunked); `next` gives "" at the end.
  virtual Task<Response> upload(Request request, std::function<Task<std::string>()> next) = 0;

  // Sends `request`, expects 101 (or 200 with an unbounded body); after it the raw calls below
  // speak to the peer directly.
  virtual Task<Response> upgrade(Request request) = 0;
  // At least one byte, or "" at the end of the stream.
  virtual Task<std::string> read_raw() = 0;
  virtual Task<> write_raw(std::string_view bytes) = 0;
  // No more from us; the peer may go on sending.
  virtual void finish_writing() = 0;
};

}  // namespace redcode::http
