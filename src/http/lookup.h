// look_up: a host's addresses, within a deadline and cancellable though the system's call is
// neither.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/task.h"

namespace redcode::http {

// The addresses of `host` with `port`. Throws Failure{unavailable} when there are none in time.
Task<std::vector<asio::ip::tcp::endpoint>> look_up(std::string host, std::uint16_t port,
                                                   std::chrono::steady_clock::time_point deadline);

}  // namespace redcode::http
