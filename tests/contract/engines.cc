#include "engines.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/docker/engine.h"
#include "sandbox/oci/engine.h"

namespace redcode::contract {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name, std::string otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? std::move(otherwise) : value;
}

std::unique_ptr<sandbox::Engine> docker_engine(std::string runtime) {
  docker::Options options;
  options.runtime = std::move(runtime);
  return std::make_unique<docker::Engine>(options);
}

std::unique_ptr<sandbox::Engine> podman_engine() {
  docker::Options options;
  options.socket_path = environment("REDCODE_PODMAN_SOCKET", "/run/podman/podman.sock");
  return std::make_unique<docker::Engine>(options);
}

std::unique_ptr<sandbox::Engine> oci_engine(std::string runtime) {
  oci::Options options;
  options.runtime = std::move(runtime);
  return std::make_unique<oci::Engine>(std::move(options));
}

struct Factory {
  std::string name;
  std::function<std::unique_ptr<sandbox::Engine>()> make;
};

const std::vector<Factory>& factories() {
  static const std::vector<Factory> all = {
      {.name = "docker+runc", .make = [] { return docker_engine("runc"); }},
      {.name = "docker+runsc", .make = [] { return docker_engine("runsc"); }},
      {.name = "oci+runc", .make = [] { return oci_engine("runc"); }},
      {.name = "oci+runsc", .make = [] { return oci_engine("runsc"); }},
      {.name = "oci+crun", .make = [] { return oci_engine("crun"); }},
      {.name = "podman+runc", .make = podman_engine},
  };
  return all;
}

std::unique_ptr<sandbox::Engine> make_engine(const std::string& name) {
  for (const Factory& factory : factories()) {
    if (factory.name == name) return factory.make();
  }
  throw Failure(Failure::Kind::unavailable, fmt::format("there is no engine {}", name));
}

std::map<std::string, std::unique_ptr<Subject>>& subjects() {
  static std::map<std::string, std::unique_ptr<Subject>> made;
  return made;
}

std::string content_of(const fs::path& path) {
  // Reading of a process that is just dying fails; an iterator would throw.
  std::ostringstream content;
  content << std::ifstream(path).rdbuf();
  return content.str();
}

void find_mounts(const std::string& id, std::vector<std::string>& found) {
  for (const std::string& line : split(content_of("/proc/self/mountinfo"), '\n')) {
    if (line.contains(id)) found.push_back("mount " + line);
  }
}

void find_processes(const std::string& id, std::vector<std::string>& found) {
  std::error_code gone;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", gone)) {
    const std::string pid = entry.path().filename();
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string words = content_of(entry.path() / "cmdline");
    if (words.contains(id))
      found.push_back(fmt::format("process {} {}", pid, one_line(words, 200)));
  }
}

void find_entries(const fs::path& top, const std::string& id, std::vector<std::string>& found) {
  constexpr int deepest = 5;
  std::error_code gone;
  const auto options = fs::directory_options::skip_permission_denied;
  for (auto at = fs::recursive_directory_iterator(top, options, gone);
       at != fs::recursive_directory_iterator(); at.increment(gone)) {
    if (at.depth() >= deepest) at.disable_recursion_pending();
    if (!at->path().filename().string().contains(id)) continue;
    found.push_back("entry " + at->path().string());
    at.disable_recursion_pending();
  }
}

}  // namespace

std::vector<std::string> engine_names() {
  const std::string picked = environment("REDCODE_ENGINES", "");
  if (!picked.empty()) return split(picked, ',');
  std::vector<std::string> names;
  for (const Factory& factory : factories()) names.push_back(factory.name);
  return names;
}

std::string test_name(const std::string& engine) {
  std::string name = engine;
  for (char& c : name) {
    if (c == '+' || c == '-') c = '_';
  }
  return name;
}

asio::io_context& context() {
  static asio::io_context one(1);
  return one;
}

Subject::Subject(const std::string& name) {
  try {
    engine_ = make_engine(name);
    traits_ = drive(engine_->traits());
    drive(engine_->image_digest(record::Policy{}.image));
  } catch (const std::exception& failure) {
    unavailable_ = fmt::format("{} does not work here: {}", name, failure.what());
  }
}

sandbox::Sandbox& Subject::common() {
  if (!common_) {
    common_ = drive(engine_->open({.command_timeout = std::chrono::seconds(30)}, {}));
  }
  return *common_;
}

void Subject::drop_common() { common_.reset(); }

Subject& subject(const std::string& name) {
  std::unique_ptr<Subject>& one = subjects()[name];
  if (!one) one = std::make_unique<Subject>(name);
  return *one;
}

void close_subjects() {
  subjects().clear();
  // Observers that a check left open end on their own.
  context().restart();
  context().run_for(std::chrono::seconds(15));
}

void leave_a_sandbox_behind(const std::string& engine) {
  const std::unique_ptr<sandbox::Sandbox> left =
      drive(subject(engine).engine().open(record::Policy{}, record::World{}));
  fmt::print("{}\n", left->id());
  std::unique_ptr<sandbox::Sandbox> beside;
  try {
    beside = drive(subject(engine).engine().open_beside(*left, record::Policy{}, record::World{}));
    fmt::print("{}\n", beside->id());
  } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): not with every set-up of gVisor
  }
  std::fflush(stdout);
  std::raise(SIGKILL);
  std::abort();
}

std::vector<std::string> traces_of(const std::string& id) {
  std::vector<std::string> found;
  find_mounts(id, found);
  find_processes(id, found);
  find_entries("/sys/fs/cgroup", id, found);
  find_entries("/run", id, found);
  return found;
}

}  // namespace redcode::contract
