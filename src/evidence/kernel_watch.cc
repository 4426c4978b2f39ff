#include "evidence/kernel_watch.h"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/failure.h"
#include "base/mutex.h"
#include "base/pause.h"
#include "evidence/non_sandbox_pids.h"
#include "evidence/process_events.h"

namespace redcode::evidence {
namespace {

constexpr int rounds = 8;           // a turn of one sandbox, at most 128 events each
constexpr int guest_pause_ms = 20;  // how often a guest's own log is emptied
constexpr int urgent = -10;         // of nice
constexpr std::size_t most_spare = 64;

}  // namespace

class KernelWatch final : public ProcessRegistry {
 public:
  KernelWatch();
  KernelWatch(KernelWatch&&) = delete;
  KernelWatch& operator=(KernelWatch&&) = delete;
  KernelWatch(const KernelWatch&) = delete;
  KernelWatch& operator=(const KernelWatch&) = delete;
  ~KernelWatch() override;

  void join(const sandbox::HostView& host_view, Wanted wanted);
  void leave(pid_t sandbox);
  // True if nothing more waits; nothing: somebody else is at it.
  std::optional<bool> serve(pid_t sandbox);
  void look(pid_t sandbox, const std::function<void(SandboxWatch&)>& at);
  std::uint64_t lost();

 private:
  struct Watched {
    std::unique_ptr<SandboxWatch> watch;
    int seats = 0;
    bool is_guest = false;  // and counted in guests_
    bool broken = false;    // something went wrong while it was served: it has lost what it lost
    Mutex turn;             // of whoever reads what waits and takes it in
  };

  void catch_up() override REQUIRES(mutex_);
  bool is_outside_sandboxes(pid_t process) const override REQUIRES(mutex_) {
    return non_sandbox_pids_.contains(process);
  }

  void run(const std::stop_token& stopped);
  std::vector<std::shared_ptr<Watched>> waiting(const std::set<pid_t>& ready);
  void serve_ready(const std::set<pid_t>& ready) noexcept;
  bool serve(Watched& watched) REQUIRES(watched.turn) EXCLUDES(mutex_);
  void break_off(Watched& watched, const char* why) noexcept REQUIRES(mutex_);
  void poll(int fd, std::uint64_t key, int operation) const;
  void poll_groups(const SandboxWatch& watch, pid_t sandbox, int operation) const;
  void take(sandbox::ProcessEvent event) REQUIRES(mutex_);
  void take_fork(const sandbox::ProcessEvent& event) REQUIRES(mutex_);
  using Bears = bool (ProcessTree::*)(pid_t) const;
  SandboxWatch* owner_of(pid_t process, Bears bears = &ProcessTree::has_living) REQUIRES(mutex_);
  std::unique_ptr<Groups> take_groups() REQUIRES(mutex_);
  void begin(const sandbox::HostView& host_view, Watched& watched) REQUIRES(mutex_);
  std::shared_ptr<Watched> give_up_seat(pid_t sandbox) REQUIRES(mutex_);
  void end(Watched& watched) REQUIRES(mutex_);
  SandboxWatch* admit(pid_t process) REQUIRES(mutex_);
  // Also of what is in a Watched. Never held while a queue of fanotify's is read, which makes the
  // kernel open files: whoever waits for it is on the thread that runs all trials.
  Mutex mutex_;
  ProcessEvents events_ GUARDED_BY(mutex_);
  Fd wake_;
  Fd epoll_;
  std::map<pid_t, std::shared_ptr<Watched>> watched_
      GUARDED_BY(mutex_);  // by the sandbox's first process
  NonSandboxPids non_sandbox_pids_ GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<Groups>> spare_ GUARDED_BY(mutex_);
  std::atomic<int> guests_ = 0;  // sandboxes with a kernel of their own
  std::jthread thread_;
};

KernelWatch::KernelWatch()
    : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
  if (!wake_ || !epoll_) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot watch the kernel: {}", std::strerror(errno)));
  }
  poll(wake_.get(), 0, EPOLL_CTL_ADD);
  poll(events_.fd(), 0, EPOLL_CTL_ADD);
  thread_ = std::jthread([this](const std::stop_token& stopped) { run(stopped); });
}

KernelWatch::~KernelWatch() {
  thread_.request_stop();
  eventfd_write(wake_.get(), 1);
  thread_.join();
}

void KernelWatch::poll(int fd, std::uint64_t key, int operation) const {
  epoll_event event{.events = EPOLLIN, .data = {.u64 = key}};
  if (epoll_ctl(epoll_.get(), operation, fd, &event) != 0 && operation == EPOLL_CTL_ADD) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot watch the kernel: {}", std::strerror(errno)));
  }
}

void KernelWatch::poll_groups(const SandboxWatch& watch, pid_t sandbox, int operation) const {
  poll(watch.groups().uses.fd(), static_cast<std::uint64_t>(sandbox), operation);
  poll(watch.groups().names.fd(), static_cast<std::uint64_t>(sandbox), operation);
}

void KernelWatch::run(const std::stop_token& stopped) {
  // Raise priority: /proc/PID vanishes when the process exits.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), urgent);
  std::array<epoll_event, 64> ready{};
  while (!stopped.stop_requested()) {
    const int pause = guests_ > 0 ? guest_pause_ms : -1;
    const int count = epoll_wait(epoll_.get(), ready.data(), ready.size(), pause);
    std::set<pid_t> sandboxes;
    for (int i = 0; i < count; ++i) {
      sandboxes.insert(static_cast<pid_t>(ready.at(static_cast<std::size_t>(i)).data.u64));
    }
    serve_ready(sandboxes);
  }
}

std::vector<std::shared_ptr<KernelWatch::Watched>> KernelWatch::waiting(
    const std::set<pid_t>& ready) {
  const Lock lock(mutex_);
  eventfd_t woken = 0;
  eventfd_read(wake_.get(), &woken);
  catch_up();
  std::vector<std::shared_ptr<Watched>> found;
  for (const auto& [sandbox, watched] : watched_) {
    SandboxWatch& watch = *watched->watch;
    const bool waits =
        ready.contains(sandbox) || !watch.tree().is_settled() || watch.has_guest_log();
    if (waits && !watched->broken) found.push_back(watched);
  }
  return found;
}

// Nothing that goes wrong here may end the program, and with it every trial: what a sandbox lost by
// it counts as lost.
void KernelWatch::serve_ready(const std::set<pid_t>& ready) noexcept {
  try {
    for (const std::shared_ptr<Watched>& one : waiting(ready)) {
      const Lock turn(one->turn);
      serve(*one);
    }
  } catch (const std::exception& failure) {
    const Lock lock(mutex_);
    for (const auto& [sandbox, watched] : watched_) break_off(*watched, failure.what());
  }
}

void KernelWatch::break_off(Watched& watched, const char* why) noexcept {
  std::fprintf(stderr, "redcode: the watch over a sandbox broke off: %s\n", why);
  watched.broken = true;
  watched.watch->lose();
  // Or what waits would wake us again and again.
  poll_groups(*watched.watch, 0, EPOLL_CTL_DEL);
}

// What one flooding sandbox makes us do is bounded, so that the others have their turn.
bool KernelWatch::serve(Watched& watched) {
  SandboxWatch& watch = *watched.watch;
  try {
    for (int i = 0; i < rounds; ++i) {
      Lock lock(mutex_);
      if (watched.broken || watched.seats == 0) return true;
      SandboxWatch::Batch batch = watch.begin_batch();
      lock.unlock();
      watch.read(batch);
      lock.lock();
      if (!watch.take(batch, *this)) return true;
    }
  } catch (const std::exception& failure) {
    const Lock lock(mutex_);
    break_off(watched, failure.what());
    return true;
  }
  return false;
}

void KernelWatch::catch_up() {
  while (true) {
    std::vector<sandbox::ProcessEvent> told = events_.read();
    if (told.empty()) return;
    for (sandbox::ProcessEvent& event : told) take(std::move(event));
  }
}

// PIDs are reused: exited processes are left out.
SandboxWatch* KernelWatch::owner_of(pid_t process, Bears bears) {
  for (auto& [sandbox, watched] : watched_) {
    SandboxWatch& watch = *watched->watch;
    if (watch.has_host_processes() && (watch.tree().*bears)(process)) return &watch;
  }
  return nullptr;
}

// The sandbox whose pid namespace a process of unknown descent is in.
SandboxWatch* KernelWatch::admit(pid_t process) {
  for (auto& [sandbox, watched] : watched_) {
    SandboxWatch& watch = *watched->watch;
    if (!watch.has_host_processes()) continue;
    const std::optional<bool> inside = watch.admit(process);
    if (!inside) return nullptr;  // gone
    if (*inside) return &watch;
  }
  non_sandbox_pids_.add(process);
  return nullptr;
}

void KernelWatch::take_fork(const sandbox::ProcessEvent& event) {
  non_sandbox_pids_.remove(event.process);  // the number was another's once
  if (SandboxWatch* parents = owner_of(event.other)) return parents->tree().tell(event);
  for (auto& [sandbox, watched] : watched_) watched->watch->tree().lose_number(event.process);
  if (!watched_.empty()) admit(event.process);
}

void KernelWatch::take(sandbox::ProcessEvent event) {
  using What = sandbox::ProcessEvent::What;
  if (event.what == What::forked) {
    take_fork(event);
    return;
  }
  // A sandbox's first process may still be on its way to what it is to be.
  if (event.what == What::executed && watched_.contains(event.process)) return;
  if (event.what == What::exited) non_sandbox_pids_.end(event.process);
  if (non_sandbox_pids_.contains(event.process)) return;
  SandboxWatch* owner = owner_of(event.process);
  if (owner == nullptr && event.what == What::executed) {
    owner = owner_of(event.process, &ProcessTree::may_return);
    if (owner == nullptr && !watched_.empty()) owner = admit(event.process);
  }
  if (owner == nullptr) return;
  if (event.what == What::executed) event.program = program_in_proc(event.process);
  owner->tree().tell(std::move(event));
}

std::unique_ptr<Groups> KernelWatch::take_groups() {
  if (spare_.empty()) return std::make_unique<Groups>();
  std::unique_ptr<Groups> groups = std::move(spare_.back());
  spare_.pop_back();
  return groups;
}

void KernelWatch::begin(const sandbox::HostView& host_view, Watched& watched) {
  watched.watch = std::make_unique<SandboxWatch>(host_view, take_groups());
  // Those that ran before were nobody's while only other sandboxes were watched.
  for (const pid_t process : watched.watch->tree().members()) non_sandbox_pids_.remove(process);
  poll_groups(*watched.watch, host_view.init, EPOLL_CTL_ADD);
  watched.is_guest = watched.watch->has_guest_log();
  if (watched.is_guest) ++guests_;
}

void KernelWatch::join(const sandbox::HostView& host_view, Wanted wanted) {
  Lock lock(mutex_);
  const auto found = watched_.find(host_view.init);
  std::shared_ptr<Watched> watched =
      found == watched_.end() ? std::make_shared<Watched>() : found->second;
  try {
    if (!watched->watch) begin(host_view, *watched);
    if (wanted == Wanted::files) watched->watch->watch_files();
  } catch (...) {
    if (watched->seats == 0) end(*watched);
    throw;
  }
  ++watched->seats;
  watched_[host_view.init] = std::move(watched);
  eventfd_write(wake_.get(), 1);
}

void KernelWatch::leave(pid_t sandbox) {
  Lock lock(mutex_);
  const std::shared_ptr<Watched> watched = give_up_seat(sandbox);
  if (!watched) return;
  lock.unlock();
  // If somebody is reading, its groups end with them, and are not used again.
  if (!watched->turn.try_lock()) return;
  const Lock turn(watched->turn, std::adopt_lock);
  std::unique_ptr<Groups> groups = watched->watch->end();
  lock.lock();
  if (spare_.size() < most_spare) spare_.push_back(std::move(groups));
}

// What nobody watches any more.
std::shared_ptr<KernelWatch::Watched> KernelWatch::give_up_seat(pid_t sandbox) {
  const auto found = watched_.find(sandbox);
  if (--found->second->seats > 0) return nullptr;
  std::shared_ptr<Watched> watched = std::move(found->second);
  watched_.erase(found);
  end(*watched);
  return watched;
}

void KernelWatch::end(Watched& watched) {
  if (watched.is_guest) --guests_;
  watched.is_guest = false;
  if (watched.watch) poll_groups(*watched.watch, 0, EPOLL_CTL_DEL);
}

std::optional<bool> KernelWatch::serve(pid_t sandbox) {
  Lock lock(mutex_);
  catch_up();
  const std::shared_ptr<Watched> watched = watched_.at(sandbox);
  lock.unlock();
  if (!watched->turn.try_lock()) return std::nullopt;
  const Lock turn(watched->turn, std::adopt_lock);
  return serve(*watched);
}

void KernelWatch::look(pid_t sandbox, const std::function<void(SandboxWatch&)>& at) {
  const Lock lock(mutex_);
  at(*watched_.at(sandbox)->watch);
}

std::uint64_t KernelWatch::lost() {
  const Lock lock(mutex_);
  return events_.lost();
}

Subscription::Subscription(std::shared_ptr<KernelWatch> all, pid_t sandbox)
    : all_(std::move(all)), sandbox_(sandbox), lost_before_(all_->lost()) {}

Subscription::~Subscription() { all_->leave(sandbox_); }

Task<> Subscription::catch_up() {
  while (true) {
    const std::optional<bool> done = all_->serve(sandbox_);
    if (done && *done) co_return;
    if (done) {
      co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
    } else {
      co_await pause_for(std::chrono::milliseconds(1));
    }
  }
}

void Subscription::look(const std::function<void(SandboxWatch&)>& at) { all_->look(sandbox_, at); }

std::uint64_t Subscription::processes_lost() const { return all_->lost() - lost_before_; }

namespace {

// Where a context keeps its one KernelWatch: until the context goes, because starting again costs
// milliseconds.
class Keeper final : public asio::execution_context::service {
 public:
  static asio::execution_context::id id;  // how Asio tells services apart; never written

  explicit Keeper(asio::execution_context& context) : service(context) {}

  std::shared_ptr<KernelWatch> get() {
    if (!watch_) watch_ = std::make_shared<KernelWatch>();
    return watch_;
  }

 private:
  void shutdown() override { watch_.reset(); }
  std::shared_ptr<KernelWatch> watch_;
};

asio::execution_context::id Keeper::id;

}  // namespace

std::unique_ptr<Subscription> take_seat(const asio::any_io_executor& executor,
                                        const sandbox::HostView& host_view, Wanted wanted) {
  asio::execution_context& context = asio::query(executor, asio::execution::context);
  std::shared_ptr<KernelWatch> all = asio::use_service<Keeper>(context).get();
  all->join(host_view, wanted);
  return std::make_unique<Subscription>(std::move(all), host_view.init);
}

}  // namespace redcode::evidence
