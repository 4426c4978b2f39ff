#include "sandbox/oci/runtime.h"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <utility>

#include "base/failure.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "sandbox/oci/places.h"

namespace redcode::oci {
namespace {

constexpr std::array known = {"runc", "crun", "runsc"};

std::filesystem::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::vector<std::string> folders = split(path == nullptr ? "" : path, ':');
  for (const char* folder : {"/usr/local/sbin", "/usr/sbin", "/usr/local/bin", "/usr/bin"}) {
    folders.emplace_back(folder);
  }
  for (const std::string& folder : folders) {
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    if (candidate.is_absolute() && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  throw Failure(Failure::Kind::unavailable,
                fmt::format("{} is not installed on this host: install the package {}, or choose "
                            "another runtime",
                            name, name));
}

// Control groups of both versions at once. crun refuses that; it works where version 2's tree is
// not to be seen.
bool is_hybrid() {
  struct statfs status{};
  return statfs("/sys/fs/cgroup/unified", &status) == 0 && status.f_type == CGROUP2_SUPER_MAGIC;
}

void append(std::vector<std::string>& words, std::vector<std::string> more) {
  std::ranges::move(more, std::back_inserter(words));
}

Task<> keep_in(std::shared_ptr<std::string> text, std::string bytes) {
  text->append(bytes);
  co_return;
}

}  // namespace

Runtime Runtime::find(const std::string& name) {
  if (std::ranges::find(known, name) == known.end()) {
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("no OCI runtime \"{}\" is known: runc, crun or runsc", one_line(name, 60)));
  }
  return {name, find_program(name)};
}

std::vector<std::string> Runtime::command(const std::filesystem::path& log) const {
  std::vector<std::string> words;
  if (name_ == "crun" && is_hybrid()) {
    words = {"/usr/bin/unshare",
             "-m",
             "/bin/sh",
             "-c",
             "umount /sys/fs/cgroup/unified; exec \"$@\"",
             "sh"};
  }
  words.push_back(program_.string());
  append(words, {"--root", state_folder(name_).string(), "--log", log.string()});
  // Shared: nothing written inside waits in gVisor's memory, to be lost when it is killed.
  if (name_ == "runsc")
    append(words, {"--platform=ptrace", "--network=host", "--file-access=shared"});
  if (name_ != "runsc") append(words, {"--log-format", "json"});
  return words;
}

std::vector<std::string> Runtime::run(const std::string& id,
                                      const std::filesystem::path& folder) const {
  std::vector<std::string> words = command(folder / "log");
  const std::filesystem::path trace = folder / "trace.json";
  std::error_code error;
  if (name_ == "runsc" && std::filesystem::exists(trace, error)) {
    words.push_back("--pod-init-config=" + trace.string());
  }
  append(words, {"run", "--detach", "--bundle", folder.string(), "--pid-file",
                 (folder / "pid").string(), id});
  return words;
}

std::vector<std::string> Runtime::exec(const Exec& what) const {
  std::vector<std::string> words = command(what.log);
  append(words, {"exec", "--process", what.process.string()});
  append(words, {host_kernel() ? "--pid-file" : "--internal-pid-file", what.pid_file.string()});
  if (host_kernel()) words.emplace_back("--detach");
  words.push_back(what.id);
  return words;
}

std::vector<std::string> Runtime::on_terminal(OnTerminal what) const {
  if (!host_kernel()) return {};
  std::vector<std::string> words = command("/dev/null");
  append(words, {"exec", "--tty", "--user", what.user, "--cwd", what.working_dir, "--env",
                 "TERM=xterm", what.id});
  append(words, std::move(what.argv));
  return words;
}

std::vector<std::string> Runtime::kill(const std::string& id, pid_t pid) const {
  std::vector<std::string> words = command("/dev/null");
  append(words, {"kill", "--pid", fmt::format("{}", pid), id, "KILL"});
  return words;
}

std::vector<std::string> Runtime::remove(const std::string& id) const {
  std::vector<std::string> words = command("/dev/null");
  append(words, {"delete", id});
  return words;
}

std::vector<std::string> Runtime::remove_by_force(const std::string& id) const {
  std::vector<std::string> words = command("/dev/null");
  append(words, {"delete", "--force", id});
  return words;
}

pid_t Runtime::file_server(const std::string& id) const {
  if (name_ != "runsc") return 0;
  const std::string state = fmt::format("{}_sandbox:{}.state", id, id);
  const Result<Json> json = parse_json(read_small_file(state_folder(name_) / state));
  return json ? member_or<pid_t>(*json, "goferPid", 0) : 0;
}

Task<std::string> Runtime::version() const {
  auto text = std::make_shared<std::string>();
  ProcessRequest request{.argv = {program_.string(), "--version"},
                         .limit = std::chrono::seconds(20)};
  OutputSink keep = [text](std::string_view bytes) { return keep_in(text, std::string(bytes)); };
  co_await run_process(std::move(request), std::move(keep));
  co_return one_line(split(*text, '\n')[0], 80);
}

}  // namespace redcode::oci
