#include "sandbox/oci/call_log.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "sandbox/oci/bounded_log.h"
#include "sandbox/oci/caller.h"
#include "sandbox/oci/channels.h"
#include "sandbox/oci/listening_socket.h"
#include "sandbox/oci/notified_calls.h"
#include "sandbox/oci/notify_fd.h"
#include "sandbox/oci/poll_thread.h"

namespace redcode::oci {
namespace {

constexpr std::size_t most_greeting = std::size_t{64} << 10U;  // of a runtime that connects
constexpr std::size_t most_greeters = 64;                      // at a time, for one sandbox
constexpr std::size_t most_filters = 4096;                     // for one sandbox

// A call that was made already is not kept again until the log is emptied, so that only a program
// that tries many different things can fill it.
class Log final : public sandbox::CallLog {
 public:
  std::vector<sandbox::Call> take() override {
    const Lock lock(mutex_);
    known_.clear();
    return calls_.take();
  }
  std::uint64_t lost() const override { return calls_.lost(); }

  void add(sandbox::Call call) {
    const Lock lock(mutex_);
    std::string key = call.name + '\0' + call.target + '\0' + call.detail;
    const std::size_t size = key.size();
    if (known_.contains(key)) return;
    if (known_.size() < calls_.most_entries) known_.insert(std::move(key));
    calls_.add(std::move(call), size);
  }
  void lose() { calls_.lose(1); }

 private:
  Mutex mutex_;  // also that known_ fits calls_
  std::set<std::string> known_ GUARDED_BY(mutex_);
  BoundedLog<sandbox::Call> calls_;
};

// The descriptor that came with a message; others that came with it are closed.
Fd descriptor_in(msghdr& message) {
  Fd first;
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
       part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int raw = -1;
      std::memcpy(&raw, CMSG_DATA(part) + i * sizeof raw, sizeof raw);
      Fd fd(raw);
      if (!first) first = std::move(fd);
    }
  }
  return first;
}

struct Received {
  std::size_t size = 0;
  Fd descriptor;
};

// None at the end of the connection.
std::optional<Received> receive(int connection) {
  std::array<char, 16384> text{};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(8 * sizeof(int))> control{};
  iovec part{.iov_base = text.data(), .iov_len = text.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t size = ::recvmsg(connection, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) return std::nullopt;
  if (size < 0) return Received{};
  return Received{.size = static_cast<std::size_t>(size), .descriptor = descriptor_in(message)};
}

// One sandbox: its socket, the runtimes that greet there, and the filters they handed over. Used on
// the thread only.
class Channel {
 public:
  Channel(PollThread& thread, std::shared_ptr<ListeningSocket> socket, std::shared_ptr<Log> log)
      : thread_(thread), socket_(std::move(socket)), log_(std::move(log)) {
    if (!thread_.watch(socket_->fd(), [this](std::uint32_t) { accept(); })) log_->lose();
  }
  Channel(Channel&&) = delete;
  Channel& operator=(Channel&&) = delete;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel() {
    thread_.forget(socket_->fd());
    for (const auto& [fd, greeter] : greeters_) thread_.forget(fd);
    for (const auto& [fd, filter] : filters_) thread_.forget(fd);
  }

 private:
  struct Greeter {
    Fd connection;
    std::size_t received = 0;
  };

  struct Filter {
    NotifyFd calls;
    // Until it starts the command, what is under the filter is the runtime itself.
    bool started = false;
  };

  void accept() {
    Fd connection = socket_->accept();
    if (!connection || greeters_.size() >= most_greeters) return;
    const int fd = connection.get();
    greeters_.emplace(fd, Greeter{.connection = std::move(connection)});
    if (!thread_.watch(fd, [this, fd](std::uint32_t) { greet(fd); })) greeters_.erase(fd);
  }

  // What the runtime says of the container is of no use: each has a socket of its own.
  void greet(int fd) {
    Greeter& greeter = greeters_.at(fd);
    std::optional<Received> received = receive(fd);
    if (received) greeter.received += received->size;
    if (received && !received->descriptor && greeter.received < most_greeting) return;
    thread_.forget(fd);
    greeters_.erase(fd);
    if (received && received->descriptor) add_filter(std::move(received->descriptor));
  }

  void add_filter(Fd descriptor) {
    std::optional<NotifyFd> filter = NotifyFd::adopt(std::move(descriptor));
    if (!filter || filters_.size() >= most_filters) return log_->lose();
    const int fd = filter->fd();
    filters_.emplace(fd, Filter{.calls = std::move(*filter)});
    if (thread_.watch(fd, [this, fd](std::uint32_t events) { notified(fd, events); })) return;
    filters_.erase(fd);
    log_->lose();
  }

  void notified(int fd, std::uint32_t events) {
    if ((events & EPOLLIN) != 0) return answer(filters_.at(fd));
    // The last process under the filter is gone.
    thread_.forget(fd);
    filters_.erase(fd);
  }

  // One call for each turn of the thread.
  void answer(Filter& filter) {
    const std::optional<seccomp_notif> notified = filter.calls.receive();
    if (!notified) return;
    filter.started = filter.started || starts_a_program(notified->data);
    if (filter.started && !log(filter, *notified)) return;
    filter.calls.let_go_on(notified->id);
  }

  // False: the caller died, and did nothing.
  bool log(const Filter& filter, const seccomp_notif& notified) {
    const Caller caller(static_cast<pid_t>(notified.pid));
    std::optional<sandbox::Call> call = read_call(caller, notified.data);
    if (!filter.calls.still_waits(notified.id)) return false;
    if (call) log_->add(std::move(*call));
    return true;
  }

  PollThread& thread_;
  std::shared_ptr<ListeningSocket> socket_;
  std::shared_ptr<Log> log_;
  std::map<int, Greeter> greeters_;  // by descriptor
  std::map<int, Filter> filters_;    // by descriptor
};

}  // namespace

class CallRecorder::State final : public Channels<Channel, Log> {};

CallRecorder::CallRecorder() : state_(std::make_shared<State>()) {}
CallRecorder::~CallRecorder() = default;

std::shared_ptr<sandbox::CallLog> CallRecorder::listen(const std::filesystem::path& socket) {
  return state_->listen(std::make_shared<ListeningSocket>(socket, SOCK_STREAM));
}

const std::vector<std::string>& CallRecorder::notified() { return notified_names(); }

Json CallRecorder::notify_rules(const std::vector<std::string>& calls) {
  return oci::notify_rules(calls);
}

}  // namespace redcode::oci
