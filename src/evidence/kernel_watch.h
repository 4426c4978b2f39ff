// KernelWatch: one thread that takes in what the kernel tells of all sandboxes of this program, so
// that no queue of the kernel's runs over.
//
// There is one for each io_context. Both observers of a sandbox share what is known of it; each
// holds a Subscription.
//
// Thread safety: all functions may be called from any thread.
#pragma once

#include <sys/types.h>

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>

#include "base/task.h"
#include "evidence/sandbox_watch.h"

namespace redcode::evidence {

class KernelWatch;

// One observer's share in the watch over a sandbox. Gives it up when it goes.
class Subscription {
 public:
  Subscription(std::shared_ptr<KernelWatch> all, pid_t sandbox);
  Subscription(Subscription&&) = delete;
  Subscription& operator=(Subscription&&) = delete;
  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;
  ~Subscription();

  // Takes in everything that happened until now.
  Task<> catch_up();
  // Looks at what is known, while nobody else does.
  void look(const std::function<void(SandboxWatch&)>& at);
  // How often the host had more to tell of processes than was taken in, since the seat was taken.
  std::uint64_t processes_lost() const;

 private:
  std::shared_ptr<KernelWatch> all_;
  pid_t sandbox_;
  std::uint64_t lost_before_;
};

enum class Wanted { processes, files };

// A seat at the watch over the sandbox of `window`, which must outlive it. Throws
// Failure{unavailable}.
std::unique_ptr<Subscription> take_seat(const asio::any_io_executor& executor,
                                        const sandbox::HostView& host_view, Wanted wanted);

}  // namespace redcode::evidence
