#include "sandbox/docker/guest_probe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::docker {
namespace {

constexpr std::string_view written = "redcode-probe";
constexpr std::string_view home = "/home/dev";
constexpr std::string_view between = "\n--- mounts ---\n";

std::string content_of(int directory, const std::string& name) {
  const Fd file(openat(directory, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  std::array<char, 64> buffer{};
  const ssize_t size = file ? read(file.get(), buffer.data(), buffer.size()) : 0;
  return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

void require_seen(int directory, const std::string& place) {
  if (content_of(directory, std::string(written)) == written) return;
  fail(fmt::format(
      "what is written to {} inside does not reach this host: if the runtime is gVisor, "
      "add --overlay2=none to its runtimeArgs",
      place));
}

std::string script(const sandbox::HostView& host_view) {
  std::string text = fmt::format("printf %s {0} > {0}", written);
  for (const sandbox::HostView::Volatile& one : host_view.tmpfs) {
    text += fmt::format(" && printf %s {0} > {1}/{0}", written, one.path);
  }
  return text + fmt::format(" && cat /proc/self/status && printf '{}' && cat /proc/self/mounts",
                            "\\n--- mounts ---\\n");
}

}  // namespace

void require_guest_confined(const std::string& status, const std::string& mounts,
                            const std::vector<std::string>& read_only) {
  for (const char* name : {"CapEff", "CapPrm", "CapBnd"}) {
    if (status.contains(fmt::format("\n{}:\t0000000000000000\n", name))) continue;
    fail(fmt::format("the sandbox is not confined as it must be: its kernel does not say {} is 0",
                     name));
  }
  const std::vector<std::string> lines = split(mounts, '\n');
  for (const std::string& path : read_only) {
    const bool held = std::ranges::any_of(lines, [&path](const std::string& line) {
      const std::vector<std::string> fields = split(line, ' ');
      return fields.size() > 3 && fields[1] == path && (fields[3] + ",").starts_with("ro,");
    });
    if (!held) fail(fmt::format("the sandbox's {} is not read-only", one_line(path, 100)));
  }
}

Task<> probe_guest(sandbox::Sandbox& sandbox, std::vector<std::string> read_only) {
  const sandbox::HostView& host_view = sandbox.host_view();
  sandbox::Command command{.argv = {"sh", "-c", script(host_view)},
                           .working_dir = std::string(home)};
  const sandbox::Ending ending = co_await sandbox.exec(std::move(command));
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  const std::size_t cut = ending.out.find(between);
  if (exited == nullptr || exited->code != 0 || cut == std::string::npos) {
    fail(fmt::format("a program in the sandbox could not look at itself: {}",
                     one_line(ending.err, 200)));
  }
  require_guest_confined(ending.out.substr(0, cut + 1), ending.out.substr(cut), read_only);
  const Fd upper(
      open((host_view.upper / home.substr(1)).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  require_seen(upper.get(), std::string(home));
  for (const sandbox::HostView::Volatile& one : host_view.tmpfs) {
    require_seen(one.directory.get(), one.path);
  }
}

}  // namespace redcode::docker
