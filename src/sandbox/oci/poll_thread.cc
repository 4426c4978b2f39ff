#include "sandbox/oci/poll_thread.h"

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <utility>

#include "base/failure.h"

namespace redcode::oci {
namespace {

// An epoll event carries 64 bits: the descriptor below, the key above.
constexpr unsigned key_shift = 32;
constexpr std::uint64_t fd_mask = 0xffffffff;

Fd checked(int fd) {
  if (fd < 0) {
    throw Failure(Failure::Kind::unavailable,
                  std::string("cannot wait for descriptors: ") + std::strerror(errno));
  }
  return Fd(fd);
}

bool add_to(const Fd& epoll, int fd, std::uint64_t key) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = key;
  return ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd, &event) == 0;
}

// Signals are for the program's main thread.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

PollThread::PollThread()
    : epoll_(checked(::epoll_create1(EPOLL_CLOEXEC))),
      wake_(checked(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))) {
  if (!add_to(epoll_, wake_.get(), 0)) checked(-1);
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void PollThread::stop() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  wake();
  thread_.join();
}

void PollThread::post(Job job) {
  {
    const Lock lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  wake();
}

bool PollThread::watch(int fd, Ready ready) {
  const std::uint64_t key = (next_key_++ << key_shift) | static_cast<std::uint32_t>(fd);
  if (!add_to(epoll_, fd, key)) return false;
  watched_[fd] = Watched{.key = key, .ready = std::make_shared<Ready>(std::move(ready))};
  return true;
}

void PollThread::forget(int fd) {
  if (watched_.erase(fd) > 0) ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr);
}

void PollThread::run(const std::stop_token& stop) {
  block_signals();
  std::array<epoll_event, 64> events{};
  while (!stop.stop_requested()) {
    const int ready = ::epoll_wait(epoll_.get(), events.data(), events.size(), -1);
    for (int i = 0; i < ready; ++i) {
      const epoll_event& event = events.at(static_cast<std::size_t>(i));
      call_ready(event.data.u64, event.events);
    }
  }
}

void PollThread::call_ready(std::uint64_t key, std::uint32_t events) {
  if (key == 0) return run_jobs();
  const int fd = static_cast<int>(key & fd_mask);
  const auto found = watched_.find(fd);
  if (found == watched_.end() || found->second.key != key) return;  // forgotten in this turn
  const std::shared_ptr<Ready> ready = found->second.ready;         // may forget itself
  try {
    (*ready)(events);
  } catch (const std::exception&) {
    // Out of memory, most likely: what hangs on this descriptor fails, the others go on.
    forget(fd);
  }
}

void PollThread::run_jobs() {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = ::read(wake_.get(), &count, sizeof count);
  std::vector<Job> jobs;
  {
    const Lock lock(mutex_);
    jobs.swap(jobs_);
  }
  for (const Job& job : jobs) job();
}

void PollThread::wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t put = ::write(wake_.get(), &one, sizeof one);
}

}  // namespace redcode::oci
