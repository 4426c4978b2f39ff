#include "evidence/process_events.h"

#include <linux/cn_proc.h>
#include <linux/connector.h>
#include <linux/netlink.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <random>

#include "base/failure.h"
#include "evidence/bytes.h"

namespace redcode::evidence {
namespace {

using sandbox::ProcessEvent;
using Clock = std::chrono::steady_clock;

constexpr int room = 32 << 20;  // of the kernel's queue: some 40,000 events
constexpr std::chrono::seconds patience{2};
constexpr std::size_t most_messages = 256;

// The kernel's words, which newer headers write differently.
constexpr std::uint32_t answered = 0x0;
constexpr std::uint32_t forked = 0x1;
constexpr std::uint32_t executed = 0x2;
constexpr std::uint32_t exited = 0x80000000;

[[noreturn]] void cannot_watch(const std::string& why) { fail("cannot watch processes: " + why); }

// A header, a connector's header and one word. The kernel's answer acknowledges the number.
void subscribe(int socket, std::uint32_t number) {
  constexpr std::size_t size = sizeof(nlmsghdr) + sizeof(cn_msg) + sizeof(std::uint32_t);
  nlmsghdr header{};
  header.nlmsg_len = size;
  header.nlmsg_type = NLMSG_DONE;
  cn_msg message{};
  message.id.idx = CN_IDX_PROC;
  message.id.val = CN_VAL_PROC;
  message.ack = number;
  message.len = sizeof(std::uint32_t);
  const std::uint32_t operation = PROC_CN_MCAST_LISTEN;
  std::array<char, size> wish{};
  std::memcpy(wish.data(), &header, sizeof header);
  std::memcpy(wish.data() + sizeof header, &message, sizeof message);
  std::memcpy(wish.data() + sizeof header + sizeof message, &operation, sizeof operation);
  if (send(socket, wish.data(), wish.size(), 0) < 0) cannot_watch(std::strerror(errno));
}

// The head of every event; what follows depends on `what`.
struct Head {
  std::uint32_t what;
  std::uint32_t cpu;
  std::uint64_t time;
};

struct Fork {
  pid_t parent_thread, parent, child_thread, child;
};
struct Exec {
  pid_t thread, process;
};
struct Exit {
  pid_t thread, process;
  std::uint32_t code, signal;
};

std::optional<ProcessEvent> event_in(const char* bytes, std::size_t size) {
  constexpr std::size_t start = sizeof(nlmsghdr) + sizeof(cn_msg);
  if (size < start + sizeof(Head) + sizeof(Fork)) return std::nullopt;
  const auto head = load<Head>(bytes + start);
  const char* body = bytes + start + sizeof head;
  if (head.what == forked) {
    const auto fork = load<Fork>(body);
    if (fork.child_thread != fork.child) return std::nullopt;
    return ProcessEvent{
        .what = ProcessEvent::What::forked, .process = fork.child, .other = fork.parent};
  }
  if (head.what == executed) {
    return ProcessEvent{.what = ProcessEvent::What::executed, .process = load<Exec>(body).process};
  }
  if (head.what == exited) {
    const auto exit = load<Exit>(body);
    if (exit.thread != exit.process) return std::nullopt;
    const int status = static_cast<int>(exit.code);
    return ProcessEvent{.what = ProcessEvent::What::exited,
                        .process = exit.process,
                        .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                        .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0};
  }
  return std::nullopt;
}

bool is_answer(const char* bytes, std::size_t size, std::uint32_t number) {
  constexpr std::size_t start = sizeof(nlmsghdr) + sizeof(cn_msg);
  return size >= start + sizeof(Head) && load<cn_msg>(bytes + sizeof(nlmsghdr)).ack == number + 1 &&
         load<Head>(bytes + start).what == answered;
}

using Buffer = std::array<char, 1024>;

// The size of the next message, 0 if it is not from the kernel, or -1 with errno.
ssize_t receive(int socket, Buffer& buffer) {
  sockaddr_nl from{};
  socklen_t length = sizeof from;
  auto* generic = static_cast<sockaddr*>(static_cast<void*>(&from));
  const ssize_t got =
      recvfrom(socket, buffer.data(), buffer.size(), MSG_DONTWAIT, generic, &length);
  return got > 0 && from.nl_pid != 0 ? 0 : got;
}

// Whoever is not in the host's own namespaces gets no answer. Events may come there all the same,
// while anybody else listens, and their numbers are of other processes than those that have them
// there.
bool is_answered(int socket, std::uint32_t number) {
  const auto deadline = Clock::now() + patience;
  Buffer buffer{};
  while (Clock::now() < deadline) {
    pollfd waiting{.fd = socket, .events = POLLIN};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (poll(&waiting, 1, static_cast<int>(left.count())) < 1) continue;
    const ssize_t got = receive(socket, buffer);
    if (got > 0 && is_answer(buffer.data(), static_cast<std::size_t>(got), number)) return true;
  }
  return false;
}

}  // namespace

ProcessEvents::ProcessEvents()
    : socket_(socket(PF_NETLINK, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_CONNECTOR)) {
  if (!socket_) cannot_watch(std::strerror(errno));
  setsockopt(socket_.get(), SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room);
  sockaddr_nl address{};
  address.nl_family = AF_NETLINK;
  address.nl_groups = CN_IDX_PROC;
  const auto* generic = static_cast<const sockaddr*>(static_cast<const void*>(&address));
  if (bind(socket_.get(), generic, sizeof address) != 0) cannot_watch(std::strerror(errno));
  const std::uint32_t number = std::random_device()();
  subscribe(socket_.get(), number);
  if (!is_answered(socket_.get(), number)) cannot_watch("this is not the host's own pid namespace");
}

std::vector<ProcessEvent> ProcessEvents::read() {
  std::vector<ProcessEvent> events;
  Buffer buffer{};
  for (std::size_t i = 0; i < most_messages;) {
    const ssize_t got = receive(socket_.get(), buffer);
    if (got < 0 && errno == ENOBUFS) ++lost_;
    if (got < 0 && (errno == EINTR || errno == ENOBUFS)) continue;
    if (got < 0) break;
    const auto event = event_in(buffer.data(), static_cast<std::size_t>(got));
    if (!event) continue;
    events.push_back(*event);
    ++i;
  }
  return events;
}

}  // namespace redcode::evidence
