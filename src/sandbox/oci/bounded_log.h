// BoundedLog: a log that one thread fills and another empties, bounded in entries and bytes; what
// did not fit is counted.
//
// Thread safety: all functions may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/mutex.h"

namespace redcode::oci {

template <class Entry>
class BoundedLog {
 public:
  static constexpr std::size_t most_entries = 20'000;
  static constexpr std::size_t most_bytes = std::size_t{4} << 20U;

  // `bytes`: how much text the entry holds.
  void add(Entry entry, std::size_t bytes) {
    const Lock lock(mutex_);
    if (entries_.size() >= most_entries || bytes_ + bytes > most_bytes) {
      ++lost_;
      return;
    }
    bytes_ += bytes;
    entries_.push_back(std::move(entry));
  }

  void lose(std::uint64_t count) {
    const Lock lock(mutex_);
    lost_ += count;
  }

  std::vector<Entry> take() {
    const Lock lock(mutex_);
    bytes_ = 0;
    return std::exchange(entries_, {});
  }

  std::uint64_t lost() const {
    const Lock lock(mutex_);
    return lost_;
  }

 private:
  mutable Mutex mutex_;
  std::vector<Entry> entries_ GUARDED_BY(mutex_);
  std::size_t bytes_ GUARDED_BY(mutex_) = 0;
  std::uint64_t lost_ GUARDED_BY(mutex_) = 0;
};

}  // namespace redcode::oci
