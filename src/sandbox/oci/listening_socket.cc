#include "sandbox/oci/listening_socket.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/failure.h"

namespace redcode::oci {
namespace {

constexpr int waiting = 64;  // connections the kernel holds for us

[[noreturn]] void cannot_listen(const std::filesystem::path& path, const char* why) {
  fail(fmt::format("cannot listen at {}: {}", path.string(), why));
}

bool of_our_user(int fd) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

}  // namespace

ListeningSocket::ListeningSocket(std::filesystem::path path, int type)
    : fd_(::socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  if (!fd_) cannot_listen(path, std::strerror(errno));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& name = path.native();
  if (name.size() >= sizeof address.sun_path)
    cannot_listen(path, "the path is too long for a socket");
  std::ranges::copy(name, std::begin(address.sun_path));
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  if (::bind(fd_.get(), generic, sizeof address) != 0) cannot_listen(path, std::strerror(errno));
  path_ = std::move(path);
  if (::chmod(path_.c_str(), S_IRUSR | S_IWUSR) == 0 && ::listen(fd_.get(), waiting) == 0) return;
  const int error = errno;
  ::unlink(path_.c_str());
  cannot_listen(path_, std::strerror(error));
}

ListeningSocket::~ListeningSocket() { ::unlink(path_.c_str()); }

Fd ListeningSocket::accept() const {
  Fd peer(::accept4(fd_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (peer && !of_our_user(peer.get())) return {};
  return peer;
}

}  // namespace redcode::oci
