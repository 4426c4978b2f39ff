// LayerWatch: looks again and again at what sandboxes wrote, where the daemon cannot limit it, and
// ends what runs in one that wrote too much. One file that is too large is refused by the kernel
// (Ulimits fsize, container_spec.cc); this is for many.
//
// On a thread of its own, so that it goes on whatever the tasks do. Thread safety: any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace redcode::docker {

struct LayerSize {
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;
  bool is_over(const LayerSize& most) const { return bytes > most.bytes || entries > most.entries; }
};

// What oci gives a sandbox too.
inline constexpr LayerSize usual_layer{.bytes = std::uint64_t{512} << 20U, .entries = 100'000};

// What lies in a writable layer, by what it takes of the disk; no further than it needs to be over
// `most`. Folders nested deeper than anybody needs count as too much.
LayerSize size_of_layer(const std::filesystem::path& upper, const LayerSize& most);

class LayerWatch {
 public:
  // What is called must own all it touches: it may be called a last time after nobody wants to know
  // any more.
  struct Layer {
    std::function<LayerSize()> measure;  // may throw: then it is asked again
    LayerSize most = usual_layer;
    std::function<void()> end_all;  // ends what runs inside; again while it is over
    std::chrono::milliseconds pause{500};
  };

  // Watched while it lives.
  class Watched {
   public:
    explicit Watched(Layer layer) : layer_(std::move(layer)) {}
    // Whether it was too much once.
    bool over() const { return over_; }

   private:
    friend class LayerWatch;
    void look();

    Layer layer_;
    std::atomic<bool> over_ = false;
    std::chrono::steady_clock::time_point due_ = std::chrono::steady_clock::now();
  };

  LayerWatch() = default;
  LayerWatch(LayerWatch&&) = delete;
  LayerWatch& operator=(LayerWatch&&) = delete;
  LayerWatch(const LayerWatch&) = delete;
  LayerWatch& operator=(const LayerWatch&) = delete;
  ~LayerWatch();

  std::shared_ptr<const Watched> watch(Layer layer);

 private:
  void run();
  std::vector<std::shared_ptr<Watched>> due_now() EXCLUDES(mutex_);

  Mutex mutex_;
  std::condition_variable_any changed_;
  bool over_ GUARDED_BY(mutex_) = false;
  std::vector<std::weak_ptr<Watched>> layers_ GUARDED_BY(mutex_);
  std::jthread thread_ GUARDED_BY(mutex_);  // once there is something to look at
};

}  // namespace redcode::docker
