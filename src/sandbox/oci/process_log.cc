#include "sandbox/oci/process_log.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "sandbox/oci/bounded_log.h"
#include "sandbox/oci/channels.h"
#include "sandbox/oci/guest_event.h"

namespace redcode::oci {
namespace {

using sandbox::ProcessEvent;

constexpr std::size_t most_connections = 8;  // for one sandbox: gVisor makes one
constexpr std::size_t longest_message = std::size_t{256} << 10U;  // more than a socket takes
constexpr int messages_per_turn = 64;
constexpr int most_waiting_messages = 4096;  // more than a socket holds

// Keeps the connections too, because what gVisor had sent when it ended must be read before the log
// is complete, and whoever empties the log cannot know whether the thread has come to it.
class GuestLog final : public sandbox::ProcessLog {
 public:
  std::vector<ProcessEvent> take() override {
    const Lock lock(mutex_);
    for (auto& [fd, from] : connections_) read(fd, from, most_waiting_messages);
    return events_.take();
  }
  std::uint64_t lost() const override { return events_.lost(); }

  // False: one too many.
  bool add(Fd connection) {
    const Lock lock(mutex_);
    if (connections_.size() >= most_connections) return false;
    const int fd = connection.get();
    return connections_.try_emplace(fd, Connection{.fd = std::move(connection)}).second;
  }
  // False at its end.
  bool read_some(int fd) {
    const Lock lock(mutex_);
    const auto found = connections_.find(fd);
    return found != connections_.end() && read(fd, found->second, messages_per_turn);
  }
  void close(int fd) {
    const Lock lock(mutex_);
    connections_.erase(fd);
  }
  void lose() { events_.lose(1); }

 private:
  struct Connection {
    Fd fd;
    bool greeted = false;
    std::uint32_t dropped = 0;
  };

  bool read(int fd, Connection& from, int most) REQUIRES(mutex_) {
    std::array<char, longest_message> buffer;
    for (int i = 0; i < most; ++i) {
      const ssize_t size = ::recv(fd, buffer.data(), buffer.size(), MSG_DONTWAIT | MSG_TRUNC);
      if (size < 0) return errno == EAGAIN || errno == EINTR;
      if (size == 0) return false;
      const auto length = static_cast<std::size_t>(size);
      if (length > buffer.size()) {
        events_.lose(1);
      } else {
        received(from, {buffer.data(), length});
      }
    }
    return true;
  }

  void received(Connection& from, std::string_view packet) REQUIRES(mutex_) {
    if (!from.greeted) {
      const std::string greeting = guest_greeting();
      ::send(from.fd.get(), greeting.data(), greeting.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      from.greeted = true;
      return;
    }
    std::optional<GuestMessage> message = read_guest_message(packet);
    if (!message) return events_.lose(1);
    // The count goes up, and wraps.
    events_.lose(message->dropped - std::exchange(from.dropped, message->dropped));
    if (!message->event) return;
    const std::size_t size = message->event->program.size();
    events_.add(std::move(*message->event), size);
  }

  Mutex mutex_;
  std::map<int, Connection> connections_ GUARDED_BY(mutex_);  // by descriptor
  BoundedLog<ProcessEvent> events_;
};

// One sandbox's socket. Used on the thread only.
class GuestChannel {
 public:
  GuestChannel(PollThread& thread, std::shared_ptr<ListeningSocket> socket,
               std::shared_ptr<GuestLog> log)
      : thread_(thread), socket_(std::move(socket)), log_(std::move(log)) {
    if (!thread_.watch(socket_->fd(), [this](std::uint32_t) { accept(); })) log_->lose();
  }
  GuestChannel(GuestChannel&&) = delete;
  GuestChannel& operator=(GuestChannel&&) = delete;
  GuestChannel(const GuestChannel&) = delete;
  GuestChannel& operator=(const GuestChannel&) = delete;
  ~GuestChannel() {
    thread_.forget(socket_->fd());
    for (const int fd : connections_) end(fd);
  }

 private:
  void accept() {
    Fd connection = socket_->accept();
    const int fd = connection.get();
    if (!connection || !log_->add(std::move(connection))) return;
    connections_.insert(fd);
    if (thread_.watch(fd, [this, fd](std::uint32_t) { read(fd); })) return;
    connections_.erase(fd);
    log_->close(fd);
  }

  void read(int fd) {
    if (log_->read_some(fd)) return;
    connections_.erase(fd);
    end(fd);
  }

  void end(int fd) {
    thread_.forget(fd);
    log_->close(fd);
  }

  PollThread& thread_;
  std::shared_ptr<ListeningSocket> socket_;
  std::shared_ptr<GuestLog> log_;
  std::set<int> connections_;
};

}  // namespace

class GuestTrace::State final : public Channels<GuestChannel, GuestLog> {};

GuestTrace::GuestTrace() : state_(std::make_shared<State>()) {}
GuestTrace::~GuestTrace() = default;

std::shared_ptr<sandbox::ProcessLog> GuestTrace::listen(const std::filesystem::path& socket) {
  return state_->listen(std::make_shared<ListeningSocket>(socket, SOCK_SEQPACKET));
}

std::string GuestTrace::configuration(const std::filesystem::path& socket) {
  return guest_configuration(socket);
}

}  // namespace redcode::oci
