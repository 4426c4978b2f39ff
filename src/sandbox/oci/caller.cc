#include "sandbox/oci/caller.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/fd.h"

namespace redcode::oci {
namespace {

// No reading crosses one of these: the next page may not be there.
constexpr std::uint64_t page = 4096;

std::string link_at(int folder, const char* name) {
  std::array<char, PATH_MAX> target{};
  const ssize_t size = ::readlinkat(folder, name, target.data(), target.size());
  return size <= 0 ? std::string() : std::string(target.data(), static_cast<std::size_t>(size));
}

// The file below the folder, never leaving it and following no link.
Fd open_below(const Fd& folder, const std::string& path) {
  open_how how{};
  how.flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return Fd(static_cast<int>(::syscall(SYS_openat2, folder.get(), path.c_str(), &how, sizeof how)));
}

bool on_procfs(const Fd& file) {
  struct statfs system{};
  return ::fstatfs(file.get(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

std::string small_file(const std::string& path) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> content{};
  const ssize_t size = ::read(file.get(), content.data(), content.size());
  return size <= 0 ? std::string() : std::string(content.data(), static_cast<std::size_t>(size));
}

// The number after the last tab of the line that begins with `name`: of a process's ids, the one in
// the innermost namespace.
pid_t last_number(std::string_view status, std::string_view name) {
  const std::size_t begin = status.find(name);
  if (begin == std::string_view::npos) return 0;
  std::string_view line = status.substr(begin, status.find('\n', begin) - begin);
  line.remove_prefix(line.rfind('\t') + 1);
  pid_t number = 0;
  std::from_chars(line.begin(), line.end(), number);
  return number;
}

// By the text alone: the links in a path are not followed.
std::string without_dots(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().string();
}

}  // namespace

std::string Caller::bytes(std::uint64_t address, std::size_t size) const {
  std::string read(size, '\0');
  const iovec here{.iov_base = read.data(), .iov_len = size};
  // An address in another process: never used as a pointer here.
  void* there_base = reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
  const iovec there{.iov_base = there_base, .iov_len = size};
  const ssize_t got = ::process_vm_readv(thread_, &here, 1, &there, 1, 0);
  read.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return read;
}

std::string Caller::text(std::uint64_t address, std::size_t longest) const {
  std::string all;
  while (all.size() < longest) {
    const std::size_t to_page_end = page - (address % page);
    const std::string part =
        bytes(address, std::min<std::size_t>(to_page_end, longest - all.size()));
    if (part.empty()) return all;
    const std::size_t end = part.find('\0');
    all.append(part, 0, end);
    if (end != std::string::npos) return all;
    address += part.size();
  }
  return all;
}

std::vector<std::string> Caller::texts(std::uint64_t address) const {
  std::vector<std::string> all;
  std::size_t left = longest_text;
  for (std::size_t i = 0; i < most_texts && left > 0; ++i) {
    std::uint64_t item = 0;
    const std::string raw = bytes(address + i * sizeof item, sizeof item);
    if (raw.size() != sizeof item) return all;
    std::memcpy(&item, raw.data(), sizeof item);
    if (item == 0) return all;
    all.push_back(text(item, left));
    left -= all.back().size();
  }
  return all;
}

std::string Caller::path(int folder_fd, std::uint64_t address) const {
  const std::string name = text(address);
  if (name.starts_with('/')) return without_dots(name);
  const std::string folder = folder_fd == AT_FDCWD ? link("cwd") : descriptor(folder_fd);
  if (name.empty()) return folder;
  return folder.starts_with('/') ? without_dots(folder + "/" + name) : name;
}

std::string Caller::descriptor(int fd) const { return link(fmt::format("fd/{}", fd)); }

// The kernel names a file from the top of its mounts, which is the sandbox's own root after
// pivot_root; after a mere chroot the root has a name that goes before.
std::string Caller::link(const std::string& name) const {
  std::string target = link_at(AT_FDCWD, fmt::format("/proc/{}/{}", thread_, name).c_str());
  const std::string root = link_at(AT_FDCWD, fmt::format("/proc/{}/root", thread_).c_str());
  if (root.size() <= 1 || !target.starts_with(root)) return target;
  target.erase(0, root.size());
  return target.empty() ? "/" : target;
}

pid_t Caller::process_behind(int fd) const {
  return last_number(small_file(fmt::format("/proc/{}/fdinfo/{}", thread_, fd)), "NSpid:");
}

pid_t Caller::own_id() const {
  return last_number(small_file(fmt::format("/proc/{}/status", thread_)), "NStgid:");
}

std::string Caller::program(pid_t process) const {
  const std::string own_root = fmt::format("/proc/{}/root", thread_);
  const Fd root(::open(own_root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root) return {};
  const Fd exe = open_below(root, fmt::format("proc/{}/exe", process));
  return exe && on_procfs(exe) ? link_at(exe.get(), "") : std::string();
}

}  // namespace redcode::oci
