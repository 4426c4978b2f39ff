// Bridge: one address inside a sandbox that leads to a program on the host side, and nowhere else.
// It is the only way out, works without a network, and what crosses it is no evidence.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <sys/types.h>

#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/task.h"

namespace redcode::sandbox {

class Bridge {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  // Serves one connection made inside; ends when it returns.
  using Handler = std::function<Task<>(Socket)>;

  static constexpr std::size_t most_connections = 64;  // at the same time; more wait

  // Listens on 127.0.0.1:`port` in the network of `inside`. Throws Failure{unavailable}.
  static Task<std::unique_ptr<Bridge>> open(pid_t inside, std::uint16_t port, Handler handler);
  virtual ~Bridge() = default;

  // The address as programs inside write it: "127.0.0.1:8080".
  virtual std::string address() const = 0;
  // Ends every connection and stops listening.
  virtual Task<> close() = 0;
};

// A handler that passes every byte on to 127.0.0.1:`port` of this host, both ways, unbuffered.
Bridge::Handler relay_to(std::uint16_t port);

}  // namespace redcode::sandbox
