#include "sandbox/oci/call_words.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

namespace redcode::oci {
namespace {

constexpr std::array<std::string_view, 4> access_modes = {"O_RDONLY", "O_WRONLY", "O_RDWR",
                                                          "O_RDWR|O_WRONLY"};
// O_TMPFILE holds O_DIRECTORY, O_SYNC holds O_DSYNC: the wider one comes first.
constexpr std::array<std::pair<std::uint64_t, std::string_view>, 11> flag_names = {{
    {O_CREAT, "O_CREAT"},
    {O_EXCL, "O_EXCL"},
    {O_TRUNC, "O_TRUNC"},
    {O_APPEND, "O_APPEND"},
    {O_TMPFILE, "O_TMPFILE"},
    {O_DIRECTORY, "O_DIRECTORY"},
    {O_NOFOLLOW, "O_NOFOLLOW"},
    {O_PATH, "O_PATH"},
    {O_NONBLOCK, "O_NONBLOCK"},
    {O_SYNC, "O_SYNC"},
    {O_DSYNC, "O_DSYNC"},
}};
// Flags that say nothing of what is tried. Of the kernel's O_LARGEFILE the library's value is 0.
constexpr std::uint64_t kernel_large_file = 0100000;
constexpr std::uint64_t unsaid = O_CLOEXEC | O_NOCTTY | kernel_large_file;

template <class Address>
Address from_bytes(std::string_view bytes) {
  Address address{};
  std::memcpy(&address, bytes.data(), std::min(bytes.size(), sizeof address));
  return address;
}

std::string unix_address(std::string_view bytes) {
  std::string_view path = bytes.substr(offsetof(sockaddr_un, sun_path));
  if (path.starts_with('\0')) return fmt::format("unix:@{}", path.substr(1));
  return fmt::format("unix:{}", path.substr(0, path.find('\0')));
}

}  // namespace

std::string open_flags(std::uint64_t flags) {
  std::string words(access_modes.at(flags & O_ACCMODE));
  flags &= ~(static_cast<std::uint64_t>(O_ACCMODE) | unsaid);
  for (const auto& [bits, name] : flag_names) {
    if ((flags & bits) != bits) continue;
    words += fmt::format("|{}", name);
    flags &= ~bits;
  }
  if (flags != 0) words += fmt::format("|{:#x}", flags);
  return words;
}

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

std::string socket_address(std::string_view bytes) {
  if (bytes.size() < sizeof(sa_family_t)) return {};
  const auto family = from_bytes<sa_family_t>(bytes);
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (family == AF_INET && bytes.size() >= sizeof(sockaddr_in)) {
    const auto address = from_bytes<sockaddr_in>(bytes);
    ::inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
    return fmt::format("{}:{}", text.data(), ntohs(address.sin_port));
  }
  if (family == AF_INET6 && bytes.size() >= offsetof(sockaddr_in6, sin6_scope_id)) {
    const auto address = from_bytes<sockaddr_in6>(bytes);
    ::inet_ntop(AF_INET6, &address.sin6_addr, text.data(), text.size());
    return fmt::format("[{}]:{}", text.data(), ntohs(address.sin6_port));
  }
  if (family == AF_UNIX) return unix_address(bytes);
  return fmt::format("family {}", family);
}

std::string signal_target(int process) {
  if (process == 0) return "own group";
  if (process == -1) return "every process";
  return process > 0 ? fmt::format("process {}", process)
                     : fmt::format("group {}", -static_cast<std::int64_t>(process));
}

std::string trace_request(std::uint64_t request) {
  switch (request) {
    case PTRACE_TRACEME:
      return "PTRACE_TRACEME";
    case PTRACE_ATTACH:
      return "PTRACE_ATTACH";
    case PTRACE_SEIZE:
      return "PTRACE_SEIZE";
    default:
      return fmt::format("request {}", request);
  }
}

}  // namespace redcode::oci
