// PollThread: one thread that waits on many descriptors and calls back for those that are ready,
// one call each per turn, so that none can keep it from the others.
//
// Thread safety: post() may be called from any thread; watch() and forget() only on the thread
// itself, in a job or a callback. Callbacks must not block.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "base/fd.h"
#include "base/mutex.h"

namespace redcode::oci {

class PollThread {
 public:
  using Job = std::function<void()>;
  // Gets what epoll said (EPOLLIN, EPOLLHUP, ...). One that throws is not called again.
  using Ready = std::function<void(std::uint32_t events)>;

  // Throws Failure{unavailable}.
  PollThread();
  PollThread(PollThread&&) = delete;
  PollThread& operator=(PollThread&&) = delete;
  PollThread(const PollThread&) = delete;
  PollThread& operator=(const PollThread&) = delete;
  ~PollThread() { stop(); }

  // Waits for the thread to end: after it nothing is called any more, and forget() may be called
  // from where this was called. Jobs that did not run yet are dropped.
  void stop();

  void post(Job job);

  // Calls `ready` whenever `fd` can be read, until it is forgotten. False when the kernel refuses.
  bool watch(int fd, Ready ready);
  // Must come before the descriptor is closed; also from its own callback.
  void forget(int fd);

 private:
  struct Watched {
    std::uint64_t key;
    std::shared_ptr<Ready> ready;
  };

  void run(const std::stop_token& stop);
  void call_ready(std::uint64_t key, std::uint32_t events);
  void run_jobs();
  void wake() const;

  Fd epoll_;
  Fd wake_;
  std::map<int, Watched> watched_;  // by descriptor
  std::uint64_t next_key_ = 1;      // tells a descriptor from an earlier one of the same number
  Mutex mutex_;
  std::vector<Job> jobs_ GUARDED_BY(mutex_);
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace redcode::oci
