#include "sandbox/oci/engine.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>
#include <utility>

#include "base/failure.h"
#include "base/finally.h"
#include "base/off_thread.h"
#include "base/random.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "sandbox/image_packing.h"
#include "sandbox/oci/container.h"
#include "sandbox/oci/mounts.h"
#include "sandbox/oci/network.h"
#include "sandbox/oci/packed_tar.h"
#include "sandbox/oci/places.h"
#include "sandbox/oci/remains.h"
#include "sandbox/oci/runtime.h"
#include "sandbox/oci/strays.h"
#include "sandbox/services.h"

namespace redcode::oci {
namespace {

constexpr std::uint64_t images_folder_size = std::uint64_t{1} << 20U;

std::size_t places_of(const Options& options) {
  if (options.concurrent_opens > 0) return options.concurrent_opens;
  return std::max<std::size_t>(4, std::size_t{2} * std::thread::hardware_concurrency());
}

void require_root() {
  if (geteuid() == 0) return;
  fail("the oci engine needs root: it makes mounts, namespaces and control groups");
}

[[noreturn]] void no_image(const std::string& name) {
  fail(fmt::format("this host's image store has no image {}: run `{}`", one_line(name, 200),
                   sandbox::builds_image(name)));
}

std::vector<std::string> limits_of(const Runtime& runtime) {
  std::vector<std::string> limits = {
      "needs root on Linux",
      "the writable layer and the tmpfs mounts are memory: what is written there counts against "
      "the memory limit"};
  if (runtime.host_kernel()) return limits;
  limits.insert(
      limits.end(),
      {"system calls that were tried are not logged",
       "reads, writes and executions are not told: gVisor's file server opens what it only looks "
       "at",
       "of programs, the one that a command itself is is not told, only what it starts",
       "no user namespace: root inside is a user of gVisor's kernel only",
       "out of memory ends the whole sandbox, which makes the trial invalid",
       "the number of processes is limited for gVisor as a whole: a fork bomb ends the sandbox, "
       "which makes the trial invalid",
       "in a root world, what is written to /dev is not seen",
       "mounts inside are gVisor's own: that they are as asked is not checked from outside"});
  return limits;
}

}  // namespace

// Made at first use, so that an engine that cannot work here can still be asked why.
struct Engine::Shared {
  explicit Shared(const Options& options)
      : context(std::make_shared<EngineContext>(
            EngineContext{.runtime = Runtime::find(options.runtime),
                          .gate = sandbox::EngineSlots(places_of(options))})),
        folder(home_folder() / ("engine-" + random_token(12))) {
    adopt_orphans();
    const bool host_kernel = context->runtime.host_kernel();
    if (host_kernel) context->user_namespace = shifted_user_namespace();
    if (host_kernel && options.log_calls) context->calls = std::make_unique<CallRecorder>();
    if (!host_kernel) context->guests = std::make_unique<GuestTrace>();
    context->authority = std::make_shared<const sandbox::Authority>();
    make_owned_folder(folder, host_kernel ? id_shift : 0);
    const std::filesystem::path state = state_folder(options.runtime);
    if (mkdir(state.c_str(), 0711) != 0 && errno != EEXIST) fail("cannot make " + state.string());
    try {
      mkdir((folder / "images").c_str(), 0711);
      mount_tmpfs({.target = folder / "images", .bytes = images_folder_size, .mode = 0711});
    } catch (...) {
      remove_folder(folder);
      throw;
    }
  }
  Shared(Shared&&) = delete;
  Shared& operator=(Shared&&) = delete;
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() {
    context->aftercare->wait();  // sandboxes stand on the images below
    remove_folder(folder);
  }

  // The image's root as sandboxes see it, mounted once.
  std::filesystem::path shown(const std::shared_ptr<const ImageStore::Held>& held) {
    const ImageStore::Image& image = held->image;
    const auto known = images.find(image.digest);
    if (known != images.end()) return known->second.at;
    const std::filesystem::path at = folder / "images" / fmt::format("{}", images.size());
    if (mkdir(at.c_str(), 0755) != 0) fail("cannot make " + at.string());
    show_read_only(image.rootfs, at, context->user_namespace);
    images[image.digest] = {.held = held, .at = at};
    return at;
  }

  struct Shown {
    std::shared_ptr<const ImageStore::Held> held;  // as long as sandboxes may run from it
    std::filesystem::path at;
  };

  std::shared_ptr<EngineContext> context;
  std::filesystem::path folder;
  std::map<std::string, Shown> images;  // by digest
};

Engine::Engine(Options options) : options_(std::move(options)) {}
Engine::~Engine() = default;

Engine::Shared& Engine::shared() {
  require_root();
  if (!shared_) shared_ = std::make_shared<Shared>(options_);
  return *shared_;
}

Task<sandbox::Traits> Engine::traits() {
  const EngineContext& context = *shared().context;
  if (options_.images.list().empty()) no_image(record::Policy().image);
  const std::string version = co_await context.runtime.version();
  co_return sandbox::Traits{.engine = "oci",
                            .runtime = options_.runtime,
                            .version = version,
                            .observers = observers_of(context),
                            .limits_disk = true,
                            .limits_files = true,
                            .opens_beside = true,
                            .limits = limits_of(context.runtime)};
}

std::shared_ptr<const ImageStore::Held> Engine::image_called(const std::string& name) {
  if (const auto known = images_.find(name); known != images_.end()) return known->second;
  std::optional<ImageStore::Held> found = options_.images.hold(name);
  if (!found) no_image(name);
  auto held = std::make_shared<const ImageStore::Held>(*std::move(found));
  images_[name] = held;
  return held;
}

Task<std::string> Engine::image_digest(std::string name) {
  co_return image_called(name)->image.digest;
}

Task<> Engine::export_image(std::string name, sandbox::ImageTaker take) {
  const std::shared_ptr<const ImageStore::Held> held = image_called(name);
  std::ifstream file(held->packed, std::ios::binary);
  if (!file) {
    fail(fmt::format(
        "the image {} was made before images could travel: `redcode image build` makes it anew",
        one_line(name, 200)));
  }
  for (std::string block = next_block(file); !block.empty(); block = next_block(file))
    co_await take(block);
}

Task<> Engine::adopt_image(std::string name, std::string digest, sandbox::ImageSource next) {
  require_root();
  const TempDir arrived("image");
  const std::filesystem::path packed = arrived.path() / "image.tar.zst";
  std::ofstream file(packed, std::ios::binary);
  std::uint64_t size = 0;
  for (std::string piece = co_await next(); !piece.empty(); piece = co_await next()) {
    size += piece.size();
    if (size > sandbox::largest_packed_image) fail("the image is larger than any may be");
    file << piece;
  }
  file.close();
  if (!file) fail(fmt::format("cannot write {}: is the disk full?", packed.string()));
  std::function<std::string()> work = [&images = options_.images, &name, &digest, &packed] {
    return images.add_packed(name, digest, packed).digest;
  };
  co_await off_thread(std::move(work));
  images_.erase(name);
}

Task<std::unique_ptr<sandbox::Sandbox>> Engine::open(record::Policy policy, record::World world) {
  co_return co_await open_in(Namespaces(), std::move(policy), std::move(world));
}

Task<std::unique_ptr<sandbox::Sandbox>> Engine::open_beside(sandbox::Sandbox& neighbour,
                                                            record::Policy policy,
                                                            record::World world) {
  Namespaces its = namespaces_of(neighbour.host_view().init, neighbour.host_view().host_kernel);
  co_return co_await open_in(std::move(its), std::move(policy), std::move(world));
}

Task<std::unique_ptr<sandbox::Sandbox>> Engine::open_in(Namespaces others, record::Policy policy,
                                                        record::World world) {
  Shared& common = shared();
  const std::filesystem::path image = common.shown(image_called(policy.image));
  auto sandbox = std::make_unique<Container>(common.context, image, std::move(policy));
  co_await or_undo(sandbox->begin(std::move(world), std::move(others)), sandbox->abandon());
  co_return sandbox;
}

Task<std::vector<std::string>> Engine::reap(bool also_living) {
  require_root();
  std::function<std::vector<std::string>()> work = [also_living, &images = options_.images] {
    images.remove_unused();
    return remove_abandoned(also_living);
  };
  co_return co_await off_thread(std::move(work));
}

}  // namespace redcode::oci
