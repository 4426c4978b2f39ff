#include "evidence/fanotify.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/fanotify.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/failure.h"
#include "evidence/bytes.h"

namespace redcode::evidence {
namespace {

// Since Linux 6.13; not in every header yet. A file that cannot be opened for us (a lease is held
// on it, say, or we are out of descriptors) then shows as such, instead of vanishing.
constexpr unsigned report_fd_error = 0x2000;
constexpr std::size_t most_events = 128;  // each may hold a descriptor
constexpr std::size_t name_room = 512;    // of one event with directory and name
constexpr std::size_t most_handle = MAX_HANDLE_SZ;
constexpr int most_reads = 100'000;  // of a queue that nothing more is put into

constexpr unsigned common = FAN_CLASS_NOTIF | FAN_CLOEXEC | FAN_NONBLOCK;
// Without O_NONBLOCK, whoever holds a lease on a file makes us wait for it.
constexpr unsigned how_to_open = O_RDONLY | O_LARGEFILE | O_CLOEXEC | O_NOATIME | O_NONBLOCK;

Fd group_for(Fanotify::Tells tells) {
  if (tells == Fanotify::Tells::names) {
    return Fd(fanotify_init(common | FAN_REPORT_DFID_NAME, 0));
  }
  return Fd(fanotify_init(common | report_fd_error, how_to_open));
}

// One event that nothing more is known of.
void add_untold(std::vector<Happening>& events) { events.push_back({.overflowed = true}); }

// Directory and name, from the record that follows an event.
void read_name(const char* record, std::size_t size, Happening& event) {
  constexpr std::size_t handle_at = sizeof(fanotify_event_info_fid);
  if (size < handle_at + sizeof(file_handle)) return;
  const auto header = load<fanotify_event_info_header>(record);
  if (header.info_type != FAN_EVENT_INFO_TYPE_DFID_NAME &&
      header.info_type != FAN_EVENT_INFO_TYPE_DFID) {
    return;
  }
  const std::size_t length =
      sizeof(file_handle) + load<file_handle>(record + handle_at).handle_bytes;
  if (handle_at + length > size) return;
  event.file_system = load<std::uint64_t>(record + offsetof(fanotify_event_info_fid, fsid));
  event.parent.assign(record + handle_at, length);
  event.name = ".";
  if (header.info_type == FAN_EVENT_INFO_TYPE_DFID_NAME) {
    const char* name = record + handle_at + length;
    event.name.assign(name, strnlen(name, size - handle_at - length));
  }
}

}  // namespace

Fanotify::Fanotify(Tells tells, bool as_old) : tells_(tells) {
  if (!as_old || tells == Tells::names) group_ = group_for(tells);
  if (!group_ && tells == Tells::uses && (as_old || errno == EINVAL)) {
    group_ = Fd(fanotify_init(common, how_to_open));
    one_by_one_ = true;
  }
  if (group_) return;
  const std::string reason =
      errno == EMFILE ? "no more groups; raise fs.fanotify.max_user_groups" : std::strerror(errno);
  // What others hold they will give back.
  const bool full = errno == EMFILE || errno == ENFILE || errno == ENOSPC || errno == ENOMEM;
  throw Failure(full ? Failure::Kind::busy : Failure::Kind::unavailable,
                fmt::format("cannot watch files (fanotify): {}", reason));
}

bool Fanotify::watch(int directory, std::uint64_t mask) const {
  return fanotify_mark(group_.get(), FAN_MARK_ADD | FAN_MARK_FILESYSTEM, mask, directory, ".") == 0;
}

void Fanotify::forget_all() const {
  fanotify_mark(group_.get(), FAN_MARK_FLUSH | FAN_MARK_FILESYSTEM, 0, AT_FDCWD, "/");
  for (int i = 0; i < most_reads && !read().empty(); ++i) continue;
}

std::vector<Happening> Fanotify::read() const {
  return one_by_one_ ? read_one_by_one() : read_some();
}

// An old kernel that cannot open an event's file throws the event away: as an error if it is the
// first to be read, in silence behind others. The error may be the one that says "nothing waits".
std::vector<Happening> Fanotify::read_one_by_one() const {
  std::vector<Happening> events;
  int waiting = 0;
  if (ioctl(group_.get(), FIONREAD, &waiting) != 0) add_untold(events);
  const std::size_t count = static_cast<std::size_t>(waiting) / sizeof(fanotify_event_metadata);
  for (std::size_t i = 0; i < std::min(count, most_events); ++i) {
    fanotify_event_metadata head{};
    const ssize_t got = ::read(group_.get(), &head, sizeof head);
    if (got != sizeof head) {
      add_untold(events);
      continue;
    }
    events.push_back({.process = head.pid,
                      .mask = head.mask,
                      .overflowed = (head.mask & FAN_Q_OVERFLOW) != 0,
                      .file = head.fd >= 0 ? Fd(head.fd) : Fd()});
  }
  return events;
}

std::vector<Happening> Fanotify::read_some() const {
  std::vector<Happening> events;
  const std::size_t one = tells_ == Tells::uses ? sizeof(fanotify_event_metadata) : name_room;
  std::array<char, most_events * name_room> buffer{};
  const ssize_t got = ::read(group_.get(), buffer.data(), most_events * one);
  if (got < 0 && errno != EAGAIN && errno != EINTR) add_untold(events);
  std::size_t left = got < 0 ? 0 : static_cast<std::size_t>(got);
  const char* at = buffer.data();
  while (left >= sizeof(fanotify_event_metadata)) {
    const auto head = load<fanotify_event_metadata>(at);
    if (head.event_len < sizeof head || head.event_len > left) break;
    Happening& event = events.emplace_back(Happening{.process = head.pid, .mask = head.mask});
    event.overflowed = (head.mask & FAN_Q_OVERFLOW) != 0;
    if (head.fd >= 0) event.file = Fd(head.fd);
    if (tells_ == Tells::names) {
      read_name(at + head.metadata_len, head.event_len - head.metadata_len, event);
    }
    at += head.event_len;
    left -= head.event_len;
  }
  return events;
}

namespace {

// A file_handle with the room it needs behind it.
struct Handle {
  alignas(file_handle) std::array<char, sizeof(file_handle) + most_handle> bytes{};
  file_handle* get() { return static_cast<file_handle*>(static_cast<void*>(bytes.data())); }
};

}  // namespace

std::uint64_t file_system_of(int directory) {
  struct statfs status{};
  static_assert(sizeof status.f_fsid == sizeof(std::uint64_t));
  if (fstatfs(directory, &status) != 0) return 0;
  return std::bit_cast<std::uint64_t>(status.f_fsid);
}

std::string handle_of(int directory) {
  Handle handle;
  handle.get()->handle_bytes = most_handle;
  int mount_id = 0;
  if (name_to_handle_at(directory, "", handle.get(), &mount_id, AT_EMPTY_PATH) != 0) return "";
  return {handle.bytes.data(), sizeof(file_handle) + handle.get()->handle_bytes};
}

Fd open_handle(int mount, const std::string& handle) {
  Handle own;
  if (handle.size() < sizeof(file_handle) || handle.size() > own.bytes.size()) return {};
  std::memcpy(own.bytes.data(), handle.data(), handle.size());
  return Fd(open_by_handle_at(mount, own.get(), O_PATH | O_CLOEXEC));
}

std::string path_of(int fd) {
  std::array<char, PATH_MAX> target{};
  const std::string link = fmt::format("/proc/self/fd/{}", fd);
  const ssize_t length = readlink(link.c_str(), target.data(), target.size());
  if (length <= 0 || static_cast<std::size_t>(length) == target.size()) return "";
  return {target.data(), static_cast<std::size_t>(length)};
}

}  // namespace redcode::evidence
