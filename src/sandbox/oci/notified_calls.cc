#include "sandbox/oci/notified_calls.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/audit.h>
#include <linux/openat2.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "sandbox/oci/call_words.h"

namespace redcode::oci {
namespace {

using sandbox::Call;

#if defined(__x86_64__)
constexpr std::uint32_t native = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t native = AUDIT_ARCH_AARCH64;
#else
#error "name this processor's AUDIT_ARCH_"
#endif

// Younger than the headers of some systems.
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

struct Tried {
  const Caller& caller;
  const seccomp_data& data;

  std::uint64_t number(int argument) const { return data.args[argument]; }
  int integer(int argument) const { return static_cast<int>(data.args[argument]); }
  // Argument `folder` is a descriptor, or none for the working directory.
  std::string path(int folder, int argument) const {
    return caller.path(folder < 0 ? AT_FDCWD : integer(folder), number(argument));
  }
};

constexpr int here = -1;  // the working directory, where a call names no folder

template <int Folder, int Path>
void path(const Tried& tried, Call& call) {
  call.target = tried.path(Folder, Path);
}

void removed(const Tried& tried, Call& call) {
  call.target = tried.path(0, 1);
  if ((tried.number(2) & AT_REMOVEDIR) != 0) call.detail = "AT_REMOVEDIR";
}

// Programs read a hundred files of the system's before they do anything: no tries worth keeping.
bool is_of_the_system(std::string_view path) {
  constexpr std::array places = {"/usr/",
                                 "/lib/",
                                 "/lib64/",
                                 "/bin/",
                                 "/sbin/",
                                 "/proc/",
                                 "/sys/",
                                 "/dev/null",
                                 "/dev/urandom",
                                 "/etc/ld.so.cache",
                                 "/etc/ld.so.preload"};
  return std::ranges::any_of(places, [path](const char* place) { return path.starts_with(place); });
}

void tell_open(std::string path, std::uint64_t flags, Call& call) {
  const bool only_reads = (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) == 0;
  if (only_reads && is_of_the_system(path)) {
    call.name.clear();
    return;
  }
  call.target = std::move(path);
  call.detail = open_flags(flags);
}

template <int Folder, int Path, int Flags>
void opened(const Tried& tried, Call& call) {
  tell_open(tried.path(Folder, Path), tried.number(Flags), call);
}

// 64-bit ARM has no such call.
[[maybe_unused]] void created(const Tried& tried, Call& call) {
  call.target = tried.path(here, 0);
  call.detail = open_flags(O_WRONLY | O_CREAT | O_TRUNC);
}

void opened_as_told(const Tried& tried, Call& call) {
  open_how how{};
  const std::string raw = tried.caller.bytes(tried.number(2), sizeof how);
  std::memcpy(&how, raw.data(), raw.size());
  tell_open(tried.path(0, 1), how.flags, call);
}

template <int Folder, int Path, int Size>
void cut(const Tried& tried, Call& call) {
  call.target = tried.path(Folder, Path);
  call.detail = fmt::format("{} bytes", static_cast<std::int64_t>(tried.number(Size)));
}

template <int Folder, int Path, int Mode>
void mode(const Tried& tried, Call& call) {
  call.target = tried.path(Folder, Path);
  call.detail = fmt::format("mode 0{:o}", static_cast<std::uint32_t>(tried.number(Mode)));
}

void descriptor_mode(const Tried& tried, Call& call) {
  call.target = tried.caller.descriptor(tried.integer(0));
  call.detail = fmt::format("mode 0{:o}", static_cast<std::uint32_t>(tried.number(1)));
}

// -1 leaves the one or the other as it is.
template <int Folder, int Path, int User>
void owner(const Tried& tried, Call& call) {
  call.target = tried.path(Folder, Path);
  call.detail = fmt::format("owner {}:{}", tried.integer(User), tried.integer(User + 1));
}

void descriptor_owner(const Tried& tried, Call& call) {
  call.target = tried.caller.descriptor(tried.integer(0));
  call.detail = fmt::format("owner {}:{}", tried.integer(1), tried.integer(2));
}

template <int FromFolder, int From, int ToFolder, int To>
void from_to(const Tried& tried, Call& call) {
  call.target = tried.path(FromFolder, From);
  call.detail = "to " + tried.path(ToFolder, To);
}

// What a symbolic link holds is a text, wherever it leads.
template <int Folder, int Path>
void symbolic_link(const Tried& tried, Call& call) {
  call.target = tried.path(Folder, Path);
  call.detail = "to " + tried.caller.text(tried.number(0));
}

template <int Folder, int Path, int Arguments>
void program(const Tried& tried, Call& call) {
  call.target = tried.path(Folder, Path);
  call.detail = fmt::format("{}", fmt::join(tried.caller.texts(tried.number(Arguments)), " "));
}

template <int Address>
void address(const Tried& tried, Call& call) {
  const std::uint64_t size =
      std::min<std::uint64_t>(tried.number(Address + 1), sizeof(sockaddr_storage));
  call.target = socket_address(tried.caller.bytes(tried.number(Address), size));
}

void sent(const Tried& tried, Call& call) {
  address<4>(tried, call);
  call.detail = fmt::format("{} bytes", tried.number(2));
}

// The number is what counts; the program that bears it is told as a help.
void tell_signal(const Tried& tried, Call& call, int process, int signal) {
  call.target = signal_target(process);
  call.detail = signal_name(signal);
  const std::string bearer = process > 0 ? tried.caller.program(process) : std::string();
  if (!bearer.empty()) call.detail += " " + bearer;
}

template <int Process, int Signal>
void signal(const Tried& tried, Call& call) {
  tell_signal(tried, call, tried.integer(Process), tried.integer(Signal));
}

void thread_signal(const Tried& tried, Call& call) {
  // abort(), and language runtimes that interrupt their own threads.
  if (tried.integer(0) == tried.caller.own_id()) {
    call.name.clear();
    return;
  }
  tell_signal(tried, call, tried.integer(0), tried.integer(2));
}

void descriptor_signal(const Tried& tried, Call& call) {
  tell_signal(tried, call, tried.caller.process_behind(tried.integer(0)), tried.integer(1));
}

void traced(const Tried& tried, Call& call) {
  call.target = signal_target(tried.integer(1));
  call.detail = trace_request(tried.number(0));
}

void other_process(const Tried& tried, Call& call) {
  call.target = signal_target(tried.integer(0));
}

void mounted(const Tried& tried, Call& call) {
  call.target = tried.path(here, 1);
  call.detail =
      fmt::format("{} {}", tried.caller.text(tried.number(2)), tried.caller.text(tried.number(0)));
}

template <int Count>
void ids(const Tried& tried, Call& call) {
  for (int i = 0; i < Count; ++i) {
    call.target += fmt::format("{}{}", i == 0 ? "" : ",", tried.integer(i));
  }
}

// One of OCI's tests on one argument.
Json compared(unsigned argument, std::string_view how, std::uint64_t value) {
  return {{"index", argument}, {"value", value}, {"op", how}};
}

// Which of the calls are told and which are let go in silence; together they must be all.
struct Telling {
  std::vector<Json> told = {};
  std::vector<Json> silent = {};
};

struct NotifiedCall {
  std::string_view name;
  long number;
  void (*tell)(const Tried& tried, Call& call);
  Telling when = {};  // none: always told
};

// A socket that is connected needs no address with each message.
Telling is_not_zero(unsigned argument) {
  return {.told = {compared(argument, "SCMP_CMP_NE", 0)},
          .silent = {compared(argument, "SCMP_CMP_EQ", 0)}};
}

std::vector<NotifiedCall> for_every_processor() {
  return {
      {"execve", SYS_execve, program<here, 0, 1>},
      {"execveat", SYS_execveat, program<0, 1, 2>},
      {"openat", SYS_openat, opened<0, 1, 2>},
      {"openat2", SYS_openat2, opened_as_told},
      {"truncate", SYS_truncate, cut<here, 0, 1>},
      {"unlinkat", SYS_unlinkat, removed},
      {"renameat", SYS_renameat, from_to<0, 1, 2, 3>},
      {"renameat2", SYS_renameat2, from_to<0, 1, 2, 3>},
      {"linkat", SYS_linkat, from_to<0, 1, 2, 3>},
      {"symlinkat", SYS_symlinkat, symbolic_link<1, 2>},
      {"mkdirat", SYS_mkdirat, mode<0, 1, 2>},
      {"mknodat", SYS_mknodat, mode<0, 1, 2>},
      {"fchmod", SYS_fchmod, descriptor_mode},
      {"fchmodat", SYS_fchmodat, mode<0, 1, 2>},
      {"fchmodat2", SYS_fchmodat2, mode<0, 1, 2>},
      {"fchown", SYS_fchown, descriptor_owner},
      {"fchownat", SYS_fchownat, owner<0, 1, 2>},
      {"connect", SYS_connect, address<1>},
      {"bind", SYS_bind, address<1>},
      {"sendto", SYS_sendto, sent, is_not_zero(5)},
      {"kill", SYS_kill, signal<0, 1>},
      {"tkill", SYS_tkill, signal<0, 1>},
      {"tgkill", SYS_tgkill, thread_signal},
      {"rt_sigqueueinfo", SYS_rt_sigqueueinfo, signal<0, 1>},
      {"rt_tgsigqueueinfo", SYS_rt_tgsigqueueinfo, thread_signal},
      {"pidfd_send_signal", SYS_pidfd_send_signal, descriptor_signal},
      {"ptrace", SYS_ptrace, traced},
      {"process_vm_writev", SYS_process_vm_writev, other_process},
      {"mount", SYS_mount, mounted},
      {"umount2", SYS_umount2, path<here, 0>},
      {"chroot", SYS_chroot, path<here, 0>},
      {"setuid", SYS_setuid, ids<1>},
      {"setgid", SYS_setgid, ids<1>},
      {"setreuid", SYS_setreuid, ids<2>},
      {"setregid", SYS_setregid, ids<2>},
      {"setresuid", SYS_setresuid, ids<3>},
      {"setresgid", SYS_setresgid, ids<3>},
  };
}

// Calls that younger processors left out.
std::vector<NotifiedCall> for_older_processors() {
#if defined(__x86_64__)
  return {
      {"open", SYS_open, opened<here, 0, 1>},
      {"creat", SYS_creat, created},
      {"unlink", SYS_unlink, path<here, 0>},
      {"rmdir", SYS_rmdir, path<here, 0>},
      {"rename", SYS_rename, from_to<here, 0, here, 1>},
      {"link", SYS_link, from_to<here, 0, here, 1>},
      {"symlink", SYS_symlink, symbolic_link<here, 1>},
      {"mkdir", SYS_mkdir, mode<here, 0, 1>},
      {"mknod", SYS_mknod, mode<here, 0, 1>},
      {"chmod", SYS_chmod, mode<here, 0, 1>},
      {"chown", SYS_chown, owner<here, 0, 1>},
      {"lchown", SYS_lchown, owner<here, 0, 1>},
  };
#else
  return {};
#endif
}

const std::vector<NotifiedCall>& notified_calls() {
  static const std::vector<NotifiedCall> calls = [] {
    std::vector<NotifiedCall> all = for_every_processor();
    std::ranges::move(for_older_processors(), std::back_inserter(all));
    return all;
  }();
  return calls;
}

Json rule(Json names, std::string_view action) {
  return {{"names", std::move(names)}, {"action", action}};
}

Json rule_if(std::string_view name, std::string_view action, const Json& test) {
  Json one = rule(Json::array({name}), action);
  one["args"] = Json::array({test});
  return one;
}

}  // namespace

const std::vector<std::string>& notified_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const NotifiedCall& call : notified_calls()) all.emplace_back(call.name);
    return all;
  }();
  return names;
}

Json notify_rules(const std::vector<std::string>& calls) {
  Json always = Json::array();
  Json rules = Json::array();
  for (const NotifiedCall& call : notified_calls()) {
    if (std::ranges::find(calls, call.name) == calls.end()) continue;
    if (call.when.told.empty()) always.push_back(call.name);
    for (const Json& test : call.when.told) {
      rules.push_back(rule_if(call.name, "SCMP_ACT_NOTIFY", test));
    }
    for (const Json& test : call.when.silent) {
      rules.push_back(rule_if(call.name, "SCMP_ACT_ALLOW", test));
    }
  }
  if (!always.empty()) rules.push_back(rule(always, "SCMP_ACT_NOTIFY"));
  return rules;
}

bool starts_a_program(const seccomp_data& data) {
  return data.arch == native && (data.nr == SYS_execve || data.nr == SYS_execveat);
}

std::optional<Call> read_call(const Caller& caller, const seccomp_data& data) {
  Call call{.name = {}, .target = {}, .detail = {}, .process = caller.thread()};
  const auto found = std::ranges::find(notified_calls(), data.nr, &NotifiedCall::number);
  if (data.arch != native || found == notified_calls().end()) {
    // Another ABI's numbers and pointers mean something else.
    call.name = fmt::format("call {} of ABI {:#x}", data.nr, data.arch);
    return call;
  }
  call.name = found->name;
  found->tell(Tried{.caller = caller, .data = data}, call);
  if (call.name.empty()) return std::nullopt;
  return call;
}

}  // namespace redcode::oci
