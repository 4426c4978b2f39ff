#include "sandbox/docker/layer_watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/fd.h"

namespace redcode::docker {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int deepest = 256;

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

// Of a file with several names, each has its share.
std::uint64_t share_of(const struct stat& told) {
  const auto bytes = static_cast<std::uint64_t>(told.st_blocks) * 512;
  return S_ISDIR(told.st_mode) ? bytes : bytes / std::max<nlink_t>(told.st_nlink, 1);
}

// By descriptors: a path made inside may be longer than any call takes.
// NOLINTNEXTLINE(misc-no-recursion): `deepest` bounds it
void add_folder(Fd folder, int depth, const LayerSize& most, LayerSize& sum) {
  if (depth > deepest) sum.entries = most.entries + 1;
  const int fd = folder.release();
  const std::unique_ptr<DIR, CloseDirectory> listing(fd < 0 ? nullptr : fdopendir(fd));
  if (!listing) {
    if (fd >= 0) close(fd);
    return;
  }
  while (const dirent* entry = readdir(listing.get())) {
    const std::string_view name = static_cast<const char*>(entry->d_name);
    if (name == "." || name == "..") continue;
    struct stat told{};
    if (fstatat(fd, name.data(), &told, AT_SYMLINK_NOFOLLOW) != 0) continue;
    ++sum.entries;
    sum.bytes += share_of(told);
    if (S_ISDIR(told.st_mode) && !sum.is_over(most)) {
      add_folder(Fd(openat(fd, name.data(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)),
                 depth + 1, most, sum);
    }
    if (sum.is_over(most)) return;
  }
}

}  // namespace

LayerSize size_of_layer(const std::filesystem::path& upper, const LayerSize& most) {
  LayerSize sum;
  add_folder(Fd(open(upper.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), 0, most, sum);
  return sum;
}

void LayerWatch::Watched::look() {
  const auto begin = Clock::now();
  try {
    if (!over_ && layer_.measure().is_over(layer_.most)) over_ = true;
    if (over_) layer_.end_all();
  } catch (...) {  // NOLINT(bugprone-empty-catch): the sandbox may just be going; looked at again
  }
  const auto took = Clock::now() - begin;
  // What takes long to look at is looked at less often.
  due_ = Clock::now() + std::max<Clock::duration>(layer_.pause, took * 10);
}

LayerWatch::~LayerWatch() {
  {
    const Lock lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

std::shared_ptr<const LayerWatch::Watched> LayerWatch::watch(Layer layer) {
  auto watched = std::make_shared<Watched>(std::move(layer));
  {
    const Lock lock(mutex_);
    layers_.emplace_back(watched);
    if (!thread_.joinable()) thread_ = std::jthread([this] { run(); });
  }
  changed_.notify_all();
  return watched;
}

// Those that are to be looked at, once there are any; none: it is over.
std::vector<std::shared_ptr<LayerWatch::Watched>> LayerWatch::due_now() {
  Lock lock(mutex_);
  while (!over_) {
    std::erase_if(layers_, [](const auto& one) { return one.expired(); });
    std::vector<std::shared_ptr<Watched>> due;
    auto next = Clock::now() + std::chrono::seconds(10);
    for (const std::weak_ptr<Watched>& one : layers_) {
      std::shared_ptr<Watched> watched = one.lock();
      if (!watched) continue;
      next = std::min(next, watched->due_);
      if (watched->due_ <= Clock::now()) due.push_back(std::move(watched));
    }
    if (!due.empty()) return due;
    changed_.wait_until(lock, next);
  }
  return {};
}

void LayerWatch::run() {
  while (true) {
    const std::vector<std::shared_ptr<Watched>> due = due_now();
    if (due.empty()) return;
    for (const std::shared_ptr<Watched>& one : due) one->look();
  }
}

}  // namespace redcode::docker
