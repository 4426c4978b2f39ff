// The observer "limits": which limits of the policy stopped something inside, as the kernel
// counted.
//
// That a disk was full shows only while it is full: what filled it and was deleted again is not
// told.
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <optional>

#include "base/fd.h"
#include "evidence/observer.h"
#include "sandbox/cgroup.h"

namespace redcode::evidence {
namespace {

// Of a tmpfs made for this sandbox; another file system is shared with others, and not its limit.
bool is_full_tmpfs(int directory) {
  struct statfs status{};
  if (fstatfs(directory, &status) != 0 || status.f_type != TMPFS_MAGIC) return false;
  const bool blocks = status.f_blocks > 0 && status.f_bavail == 0;
  const bool inodes = status.f_files > 0 && status.f_ffree == 0;
  return blocks || inodes;
}

class LimitObserver final : public Observer {
 public:
  LimitObserver(const sandbox::HostView& host_view, Ledger& ledger)
      : host_view_(host_view), ledger_(ledger) {}

  Task<> open() override {
    group_ = sandbox::Cgroup::of(host_view_.init);
    memory_before_ = group_->memory_kills();
    forks_before_ = group_->refused_forks();
    ledger_.opened(record::Observer::limits);
    co_return;
  }

  // The group may be gone once the sandbox's last process is.
  Task<> before_stop() override {
    count();
    co_return;
  }

  Task<> close() override {
    count();
    if (memory_ > memory_before_) tell(record::Limit::memory);
    if (forks_ > forks_before_) tell(record::Limit::processes);
    const Fd upper(::open(host_view_.upper.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const bool full = std::ranges::any_of(
        host_view_.tmpfs, [](const auto& one) { return is_full_tmpfs(one.directory.get()); });
    const bool wrote_too_much = host_view_.layer_full && host_view_.layer_full();
    if (full || wrote_too_much || is_full_tmpfs(upper.get())) tell(record::Limit::disk);
    ledger_.closed(record::Observer::limits);
    co_return;
  }

 private:
  void count() {
    if (!group_) return;
    memory_ = std::max(memory_, group_->memory_kills());
    forks_ = std::max(forks_, group_->refused_forks());
  }
  void tell(record::Limit limit) {
    ledger_.saw(record::Observer::limits, record::LimitHit{.limit = limit});
  }

  const sandbox::HostView& host_view_;
  Ledger& ledger_;
  std::optional<sandbox::Cgroup> group_;
  std::uint64_t memory_before_ = 0;
  std::uint64_t forks_before_ = 0;
  std::uint64_t memory_ = 0;
  std::uint64_t forks_ = 0;
};

}  // namespace

std::unique_ptr<Observer> watch_limits(const sandbox::HostView& host_view, Ledger& ledger) {
  return std::make_unique<LimitObserver>(host_view, ledger);
}

}  // namespace redcode::evidence
