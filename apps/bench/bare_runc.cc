#include "bench/bare_runc.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <exception>
#include <thread>
#include <vector>

#include "base/child.h"
#include "base/failure.h"
#include "base/mutex.h"
#include "base/random.h"
#include "base/small_file.h"
#include "bench/measured.h"
#include "sandbox/confinement.h"
#include "sandbox/oci/bundle.h"
#include "sandbox/oci/mounts.h"
#include "sandbox/oci/places.h"
#include "sandbox/oci/remains.h"
#include "sandbox/oci/strays.h"
#include "sandbox/seccomp.h"

namespace redcode::app {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::uint64_t layer_size = std::uint64_t{512} << 20U;
constexpr std::uint64_t layer_entries = 100'000;

void require(bool good, std::string_view what) {
  if (!good) throw Failure(Failure::Kind::unavailable, fmt::format("bare runc: {}", what));
}

void make_directory(const std::filesystem::path& path, unsigned owner) {
  require(mkdir(path.c_str(), 0755) == 0 && chown(path.c_str(), owner, owner) == 0, "mkdir");
}

void finish(std::vector<std::string> argv) {
  Child child({.argv = std::move(argv)});
  require(child.wait_blocking(60s) && child.exit_code() == 0, "the runtime failed");
}

std::vector<oci::Bind> mount_all(const std::filesystem::path& image,
                                 const std::filesystem::path& layer) {
  make_directory(layer, 0);
  oci::mount_tmpfs({.target = layer, .bytes = layer_size, .entries = layer_entries, .mode = 0711});
  for (const char* part : {"upper", "work", "merged"}) make_directory(layer / part, oci::id_shift);
  oci::mount_overlay({.lower = image,
                      .upper = layer / "upper",
                      .work = layer / "work",
                      .target = layer / "merged"});
  std::vector<oci::Bind> binds;
  for (const char* target : {"/tmp", "/dev/shm"}) {
    const std::filesystem::path at = layer / fmt::format("tmpfs-{}", binds.size());
    make_directory(at, 0);
    oci::mount_tmpfs({.target = at, .bytes = layer_size, .mode = 01777, .owner = oci::id_shift});
    binds.push_back({.source = at, .target = target});
  }
  return binds;
}

std::size_t entries_below(const std::filesystem::path& folder) {
  const std::filesystem::recursive_directory_iterator all(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

}  // namespace

BareRunc::BareRunc(const oci::ImageStore::Image& image)
    : runtime_(oci::Runtime::find("runc")),
      user_namespace_(oci::shifted_user_namespace()),
      home_(oci::home_folder() / ("engine-" + random_token(12))) {
  oci::adopt_orphans();
  oci::make_owned_folder(home_, oci::id_shift);
  std::filesystem::create_directories(oci::state_folder("runc"));
  std::filesystem::create_directory(home_ / "images");
  oci::mount_tmpfs({.target = home_ / "images", .bytes = std::uint64_t{1} << 20U, .mode = 0711});
  std::filesystem::create_directory(home_ / "images/0");
  oci::show_read_only(image.rootfs, home_ / "images/0", user_namespace_);
}

BareRunc::~BareRunc() { oci::remove_folder(home_); }

void BareRunc::live(const std::string& id, const std::filesystem::path& folder) const {
  const record::Policy policy;
  const record::World world = sandbox::with_network_files({});
  const oci::BundlePlan plan{.policy = policy,
                             .world = world,
                             .rootfs = folder / "layer/merged",
                             .cgroup = oci::cgroup_path(id),
                             .binds = mount_all(home_ / "images/0", folder / "layer"),
                             .id_shift = oci::id_shift,
                             .seccomp = sandbox::seccomp_profile()};
  oci::write_file(folder / "layer/merged/home/dev/notes.txt", "call\n");
  oci::write_file(folder / "config.json", dump_json(oci::config_of(plan)));
  finish(runtime_.run(id, folder));
  const std::string text = read_small_file(folder / "pid");
  pid_t pid = 0;
  std::from_chars(text.data(), text.data() + text.size(), pid);
  require(pid > 0, "no pid");
  Child first(pid);

  const Json process = oci::process_of(policy, world, {"true"}, "/home/dev");
  oci::write_file(folder / "process.json", dump_json(process));
  std::vector<std::string> exec = runtime_.exec({.id = id,
                                                 .process = folder / "process.json",
                                                 .pid_file = folder / "exec.pid",
                                                 .log = folder / "log"});
  std::erase(exec, "--detach");
  finish(std::move(exec));
  first.kill();
  require(first.wait_blocking(20s), "the first process lives");
  require(entries_below(folder / "layer/upper") > 0, "nothing changed");
  finish(runtime_.remove(id));
}

void BareRunc::cycle() const {
  const std::string id = random_token(16);
  const std::filesystem::path folder = oci::sandbox_folder(id);
  oci::make_owned_folder(folder, oci::id_shift);
  try {
    live(id, folder);
  } catch (...) {
    oci::remove_sandbox(id);
    throw;
  }
  require(oci::remove_folder(folder), "the folder stays");
}

// What threads share.
struct BareRunc::Quota {
  std::atomic<std::int64_t> left = 0;
  Mutex guard;
  std::exception_ptr failure GUARDED_BY(guard) = nullptr;
};

void BareRunc::work_off(Quota& quota) const {
  try {
    while (quota.left.fetch_sub(1) > 0) cycle();
  } catch (...) {
    const Lock held(quota.guard);
    quota.failure = std::current_exception();
  }
}

double BareRunc::run_cycles(std::size_t count, std::size_t at_a_time) const {
  const auto start = Clock::now();
  Quota quota;
  quota.left = static_cast<std::int64_t>(count);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < at_a_time; ++i) threads.emplace_back([&] { work_off(quota); });
  threads.clear();  // waits for them
  const Lock held(quota.guard);
  if (quota.failure) std::rethrow_exception(quota.failure);
  return seconds_since(start);
}

}  // namespace redcode::app
