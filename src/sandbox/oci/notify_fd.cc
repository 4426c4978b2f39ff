#include "sandbox/oci/notify_fd.h"

#include <sys/ioctl.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

namespace redcode::oci {
namespace {

// Younger than the headers of some systems: wake each other on the same processor, which halves
// what a notification costs.
constexpr unsigned long set_flags = SECCOMP_IOW(4, __u64);
constexpr std::uint64_t wake_on_same_processor = 1;

// A younger kernel's structures may be longer than ours.
seccomp_notif_sizes kernel_sizes() {
  seccomp_notif_sizes sizes{};
  ::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes);
  return sizes;
}

std::vector<std::byte> zeroed(std::size_t ours, std::size_t kernels) {
  return std::vector<std::byte>(std::max(ours, kernels));
}

}  // namespace

std::optional<NotifyFd> NotifyFd::adopt(Fd fd) {
  std::uint64_t no_such_id = 0;
  const int status = ::ioctl(fd.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &no_such_id);
  if (status != 0 && errno != ENOENT) return std::nullopt;
  ::ioctl(fd.get(), set_flags, wake_on_same_processor);  // as well without
  return NotifyFd(std::move(fd));
}

std::optional<seccomp_notif> NotifyFd::receive() const {
  static const seccomp_notif_sizes sizes = kernel_sizes();
  std::vector<std::byte> raw = zeroed(sizeof(seccomp_notif), sizes.seccomp_notif);
  if (::ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_RECV, raw.data()) != 0) return std::nullopt;
  seccomp_notif call{};
  std::memcpy(&call, raw.data(), sizeof call);
  return call;
}

bool NotifyFd::still_waits(std::uint64_t id) const {
  return ::ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

void NotifyFd::let_go_on(std::uint64_t id) const {
  static const seccomp_notif_sizes sizes = kernel_sizes();
  seccomp_notif_resp answer{};
  answer.id = id;
  answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  std::vector<std::byte> raw = zeroed(sizeof answer, sizes.seccomp_notif_resp);
  std::memcpy(raw.data(), &answer, sizeof answer);
  ::ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_SEND, raw.data());
}

}  // namespace redcode::oci
