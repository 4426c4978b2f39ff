// NotifyFd: the descriptor by which the kernel tells of one filter's notified calls. Once it is
// closed, the calls still to come fail (ENOSYS).
#pragma once

#include <linux/seccomp.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "base/fd.h"

namespace redcode::oci {

class NotifyFd {
 public:
  // None if the descriptor is of another kind.
  static std::optional<NotifyFd> adopt(Fd fd);

  int fd() const { return fd_.get(); }

  // A call that waits. Requires: poll said there is one, and nobody else receives; then this does
  // not block. None: the caller died meanwhile.
  std::optional<seccomp_notif> receive() const;
  // Whether the caller still waits: only then was what we read its own, and not that of a process
  // that got its number.
  bool still_waits(std::uint64_t id) const;
  // Lets the call go on as if it had not been stopped.
  void let_go_on(std::uint64_t id) const;

 private:
  explicit NotifyFd(Fd fd) : fd_(std::move(fd)) {}

  Fd fd_;
};

}  // namespace redcode::oci
