// Channels: the sandboxes that report to us, all served by one thread. A Channel is one of them: it
// is made, used and destroyed on that thread, and writes to a Log that its user holds.
//
// Thread safety: listen() may be called from any thread, and so may what it gives be let go.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "sandbox/oci/listening_socket.h"
#include "sandbox/oci/poll_thread.h"

namespace redcode::oci {

template <class Channel, class Log>
class Channels : public std::enable_shared_from_this<Channels<Channel, Log>> {
 public:
  Channels() = default;
  Channels(Channels&&) = delete;
  Channels& operator=(Channels&&) = delete;
  Channels(const Channels&) = delete;
  Channels& operator=(const Channels&) = delete;
  ~Channels() { thread_.stop(); }

  // The channel lives as long as the log that is given.
  std::shared_ptr<Log> listen(std::shared_ptr<ListeningSocket> socket) {
    auto log = std::make_shared<Log>();
    const std::uint64_t id = next_++;
    thread_.post([this, id, log, socket = std::move(socket)] {
      channels_.try_emplace(id, thread_, socket, log);
    });
    auto let_go = [log, id, all = this->weak_from_this()](Log*) {
      if (const auto still = all.lock()) still->end(id);
    };
    return {log.get(), std::move(let_go)};
  }

 private:
  void end(std::uint64_t id) {
    thread_.post([this, id] { channels_.erase(id); });
  }

  std::atomic<std::uint64_t> next_ = 0;
  PollThread thread_;
  std::map<std::uint64_t, Channel> channels_;  // on the thread only
};

}  // namespace redcode::oci
