// Transport: a connected byte stream, whatever it runs over (TCP, TLS, a Unix socket).
//
// Every wait is bounded by the idle limit and the deadline. Errors come out in two forms only:
// a cancelled wait throws boost::system::system_error (operation_aborted), anything else a
// Failure. One read and one write may be under way at the same time.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "base/failure.h"
#include "base/task.h"
#include "http/http.h"

namespace redcode::http {

// The peer was there and went away without a proper end of the stream.
class Disconnected : public Failure {
 public:
  explicit Disconnected(const std::string& what) : Failure(Kind::unavailable, what) {}
};

class Transport {
 public:
  using Clock = std::chrono::steady_clock;

  // Connects, TLS included, within limits.connect.
  static Task<std::unique_ptr<Transport>> connect(Endpoint endpoint, ExchangeLimits limits);
  // Takes over a socket that is connected already.
  static std::unique_ptr<Transport> adopt(asio::ip::tcp::socket socket,
                                          std::chrono::milliseconds idle);

  Transport(Transport&&) = delete;
  Transport& operator=(Transport&&) = delete;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  // At least one byte, or "" at the end of the stream. The view holds until the next read.
  virtual Task<std::string_view> read_some() = 0;
  // All of `bytes`, which must stay where they are until then.
  virtual Task<> write(std::string_view bytes) = 0;
  // Closes the sending side. Over TLS this is the TCP side's end: most peers then end theirs too.
  virtual void finish_writing() noexcept = 0;
  virtual void close() noexcept = 0;

  // Waits begun from now on end at `deadline` at the latest.
  void set_deadline(Clock::time_point deadline) { deadline_ = deadline; }
  // Who is at the other end, for messages.
  const std::string& peer() const { return peer_; }

 protected:
  Transport(std::string peer, std::chrono::milliseconds idle)
      : peer_(std::move(peer)), idle_(idle) {}
  Clock::time_point next_expiry() const;

 private:
  std::string peer_;
  std::chrono::milliseconds idle_;
  Clock::time_point deadline_ = Clock::time_point::max();
};

// The moment `span` from now; spans too long to count in are for ever.
Transport::Clock::time_point from_now(std::chrono::milliseconds span);

}  // namespace redcode::http
