#include "evidence/sandbox_watch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/fanotify.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

#include "base/failure.h"
#include "evidence/tree.h"

namespace redcode::evidence {
namespace {

constexpr std::uint64_t runs_mask = FAN_OPEN_EXEC;
constexpr std::uint64_t uses_mask =
    FAN_OPEN | FAN_ACCESS | FAN_MODIFY | FAN_CLOSE_WRITE | FAN_OPEN_EXEC;
constexpr std::uint64_t names_mask =
    FAN_CREATE | FAN_DELETE | FAN_MOVED_FROM | FAN_MOVED_TO | FAN_ATTRIB | FAN_ONDIR;

bool is_own(pid_t process) { return process == getpid(); }

// One line of /proc/PID/status; "" if it is gone.
std::string status_line(pid_t process, std::string_view name) {
  std::ifstream file(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(name)) return line.substr(name.size());
  }
  return "";
}

std::vector<pid_t> children_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{0}/task/{0}/children", process));
  std::vector<pid_t> children;
  for (pid_t child = 0; file >> child;) children.push_back(child);
  return children;
}

// A process whose first thread ended lives on in the others.
bool lives(pid_t process) {
  const std::string state = status_line(process, "State:\t");
  if (state.empty()) return false;
  if (state[0] != 'Z' && state[0] != 'X') return true;
  const std::string threads = status_line(process, "Threads:\t");
  return !threads.empty() && threads != "1" && threads != "0";
}

// A signal was sent to it that it has not got yet, and will get: not while it is stopped.
bool has_signal_coming(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/status", process));
  std::map<std::string, std::string> values;
  for (std::string name, value; std::getline(file, name, '\t') && std::getline(file, value);) {
    values[name] = value;
  }
  const auto signals = [&values](const char* which) {
    const std::string& bits = values[which];
    std::uint64_t set = 0;
    std::from_chars(bits.data(), bits.data() + bits.size(), set, 16);
    return set;
  };
  const std::uint64_t sent = signals("ShdPnd:") | signals("SigPnd:");
  const bool stopped = values["State:"].starts_with('T');
  return !stopped && (sent & ~signals("SigBlk:") & ~signals("SigIgn:")) != 0;
}

}  // namespace

ino_t pid_namespace_of(pid_t process) {
  struct stat status{};
  return stat(fmt::format("/proc/{}/ns/pid", process).c_str(), &status) == 0 ? status.st_ino : 0;
}

std::string program_in_proc(pid_t process) {
  std::array<char, PATH_MAX> target{};
  const std::string link = fmt::format("/proc/{}/exe", process);
  const ssize_t length = readlink(link.c_str(), target.data(), target.size());
  if (length <= 0) return "";
  std::string path(target.data(), static_cast<std::size_t>(length));
  return path.starts_with("/memfd:") ? path : without_deleted(std::move(path));
}

SandboxWatch::SandboxWatch(const sandbox::HostView& host_view, std::unique_ptr<Groups> groups)
    : host_view_(host_view),
      init_(host_view.init),
      first_(host_view.init),
      host_kernel_(host_view.host_kernel),
      guest_(host_view.processes),
      groups_(std::move(groups)),
      paths_(host_view.init) {
  if (host_kernel_) open_places();
  find_processes();
}

void SandboxWatch::open_places() {
  const std::string root = host_view_.merged.empty() ? fmt::format("/proc/{}/root", host_view_.init)
                                                     : host_view_.merged.string();
  places_.push_back(
      {.directory = Fd(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), .inside = ""});
  for (const sandbox::HostView::Volatile& one : host_view_.tmpfs) {
    Fd own(openat(one.directory.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    places_.push_back({.directory = std::move(own), .inside = one.path});
  }
  for (Place& place : places_) {
    struct stat status{};
    if (!place.directory || fstat(place.directory.get(), &status) != 0) {
      fail("cannot look into the sandbox's file systems");
    }
    place.device = status.st_dev;
    place.file_system = file_system_of(place.directory.get());
    const bool by_host = !host_view_.merged.empty() || !place.inside.empty();
    if (by_host) paths_.show(place.directory.get(), place.inside);
    if (!groups_->uses.watch(place.directory.get(), runs_mask)) {
      fail_with_errno("cannot watch the sandbox's files");
    }
  }
}

// Those that run before the agent acts, and are no news.
void SandboxWatch::find_processes() {
  if (!host_view_.host_kernel) {
    take_guest_log();
    tree_.forget_facts();
    for (const pid_t process : living()) tree_.seed(process);
    return;
  }
  pid_namespace_ = pid_namespace_of(host_view_.init);
  if (pid_namespace_ == 0) fail("cannot look at the sandbox's first process");
  std::vector<pid_t> found = {host_view_.init};
  for (std::size_t i = 0; i < found.size(); ++i) {
    tree_.add(found[i], program_in_proc(found[i]));
    for (const pid_t child : children_of(found[i])) found.push_back(child);
  }
  // What these started themselves may come and go.
  for (const pid_t process : children_of(host_view_.init)) tree_.seed(process);
}

void SandboxWatch::watch_files() {
  if (places_.empty()) fail("the files of a guest's own kernel cannot be watched");
  remember_seeded(places_[0].directory.get(), "");
  for (std::size_t i = 1; i < places_.size(); ++i) {
    remember_seeded(places_[i].directory.get(), places_[i].inside);
  }
  for (const Place& place : places_) {
    if (!groups_->uses.watch(place.directory.get(), uses_mask)) {
      fail_with_errno("cannot watch the sandbox's files");
    }
    // Only a file system whose handles can be opened again can tell of names.
    const bool can = !handle_of(place.directory.get()).empty() && place.file_system != 0;
    if (can) groups_->names.watch(place.directory.get(), names_mask);
  }
}

std::unique_ptr<Groups> SandboxWatch::end() {
  groups_->uses.forget_all();
  groups_->names.forget_all();
  return std::move(groups_);
}

// What lies in the writable layer before the agent acts was put there for it. The same files are
// looked at through the overlay, which is where their numbers will be seen again.
void SandboxWatch::remember_seeded(int root, const std::string& inside) {
  namespace fs = std::filesystem;
  const fs::path top = inside.empty() ? host_view_.upper : fs::path(path_of(root));
  const fs::path walked = inside.empty() ? top : fs::path(fmt::format("/proc/self/fd/{}", root));
  std::error_code failed;
  const auto options = fs::directory_options::skip_permission_denied;
  for (auto entry = fs::recursive_directory_iterator(walked, options, failed);
       !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    const std::string below = entry->path().lexically_relative(walked).string();
    struct stat status{};
    if (fstatat(root, below.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    const std::string path = fmt::format("{}/{}", inside, below);
    if (S_ISREG(status.st_mode)) {
      uses_.seed(path, {.device = status.st_dev, .inode = status.st_ino});
    } else if (S_ISDIR(status.st_mode) && directories_.size() < most_directories) {
      const std::string handle = handle_of(open_directory(root, below).get());
      if (!handle.empty()) directories_[handle] = path;
    }
  }
}

// A command's first process is the runtime's own program until it runs the command. The agent's
// processes are told from it by their seccomp filter, which none can take off, and by their program
// being a file of the sandbox.
std::optional<bool> SandboxWatch::admit(pid_t process) {
  const ino_t space = pid_namespace_of(process);
  if (space == 0) return std::nullopt;
  if (space != pid_namespace_) return false;
  const Fd program(open(fmt::format("/proc/{}/exe", process).c_str(), O_PATH | O_CLOEXEC));
  const bool unfiltered = status_line(process, "Seccomp:\t") == "0";
  if (program && unfiltered && !paths_.has_mount(mount_of(program.get()))) {
    tree_.enter(process);
  } else {
    tree_.add(process, program_in_proc(process));
  }
  return true;
}

bool SandboxWatch::counts(pid_t process, const ProcessRegistry& processes_seen) {
  if (is_own(process)) return false;
  if (process == init_) return false;  // nobody's: it only waits
  if (tree_.contains(process)) return true;
  if (processes_seen.is_outside_sandboxes(process)) return false;
  return admit(process).value_or(true);
}

void SandboxWatch::take_guest_event(sandbox::ProcessEvent event) {
  if (event.what == sandbox::ProcessEvent::What::executed) {
    if (guest_init_ == 0) guest_init_ = event.process;
    if (!tree_.contains(event.process)) tree_.add(event.process, "");
  }
  tree_.tell(std::move(event));
  tree_.settle(tree_.told());
}

void SandboxWatch::take_guest_log() {
  if (!guest_) return;
  for (sandbox::ProcessEvent& event : guest_->take()) take_guest_event(std::move(event));
}

SandboxWatch::Batch SandboxWatch::begin_batch() {
  take_guest_log();
  return {.told = tree_.told()};
}

void SandboxWatch::read(Batch& batch) const {
  batch.uses = groups_->uses.read();
  batch.names = groups_->names.read();
}

bool SandboxWatch::take(const Batch& batch, ProcessRegistry& processes_seen) {
  if (!batch.uses.empty()) take_uses(batch.uses, processes_seen);
  if (!batch.names.empty()) take_names(batch.names, processes_seen);
  if (batch.uses.empty()) tree_.settle(batch.told);
  return !batch.uses.empty() || !batch.names.empty();
}

bool SandboxWatch::is_anyone_dying() {
  if (!host_kernel_) return false;
  return std::ranges::any_of(tree_.members(), [this](pid_t process) {
    return !tree_.has_ended(process) && (!lives(process) || has_signal_coming(process));
  });
}

std::vector<pid_t> SandboxWatch::living() {
  const pid_t first = host_kernel_ ? init_ : guest_init_;
  std::vector<pid_t> found = tree_.members();
  std::erase_if(found, [this, first](pid_t process) {
    const bool there = host_kernel_ ? lives(process) : !tree_.has_ended(process);
    return !there || process == first;
  });
  return found;
}

std::map<pid_t, record::ProcessStopped> SandboxWatch::stopped() {
  std::map<pid_t, record::ProcessStopped> found;
  for (const pid_t process : living()) {
    const std::string by = tree_.stopped_by(process);
    const bool is = host_kernel_ ? status_line(process, "State:\t").starts_with('T') : !by.empty();
    if (is) found[process] = {.program = tree_.program_of(process), .by = by};
  }
  return found;
}

std::vector<std::string> SandboxWatch::programs_running() {
  std::vector<std::string> programs;
  for (const pid_t process : living()) programs.push_back(tree_.program_of(process));
  return programs;
}

std::vector<std::string> SandboxWatch::programs_left() {
  tree_.ignore_kills();
  return programs_running();
}

}  // namespace redcode::evidence
