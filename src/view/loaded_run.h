// LoadedRun: a run that is looked at, kept up to date in memory while it grows.
//
// Thread safety: refresh() is called by one thread, the rest by any.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

#include "base/json.h"
#include "base/mutex.h"
#include "view/index.h"
#include "view/run_reading.h"

namespace redcode::view {

// What is said of a run until it is read.
inline Error still_reading() {
  return {.code = "run-reading",
          .message = "the run is still being read",
          .hint = "ask again in a second"};
}

class LoadedRun {
 public:
  explicit LoadedRun(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }

  // Reads what is new; from the start if the plan, the judgement or the labels are other ones.
  void refresh(const std::stop_token& stop = {});

  // How far it has been read.
  struct Standing {
    bool reading = true;                    // for the first time, and not yet to its end
    std::uint64_t bytes_read = 0;           // of its records
    std::uint64_t bytes = 0;                // that there are
    std::optional<Error> trouble = {};      // why it cannot be read
    std::uint64_t version = 0;              // grows whenever something new was read
    std::optional<double> per_minute = {};  // records, of late
    bool torn = false;                      // its last line is not whole
  };
  Standing standing() const;

  // What `look` makes of the index, which nobody changes meanwhile; it must ask nothing else of
  // this run. Errors: run-reading, and why it cannot be read.
  template <class Look>
  auto with(Look look) const -> Result<std::invoke_result_t<Look, const Index&>> {
    const Lock held(guard_);
    if (!index_) return std::unexpected(why_unread());
    return look(*index_);
  }

  // Likewise for what takes time: while nothing new was read, `look` is asked once for `what`.
  template <class Look>
  Result<Json> kept(const std::string& what, Look look) const {
    const Lock held(guard_);
    if (!index_) return std::unexpected(why_unread());
    auto& [version, json] = kept_[what];
    if (std::exchange(version, version_now()) != version_now()) json = look(*index_);
    return json;
  }

  // For who looks at two runs at once.
  Mutex& guard() const RETURN_CAPABILITY(guard_) { return guard_; }
  // nullptr: it cannot be read, or not yet.
  const Index* index() const REQUIRES(guard_) { return index_.get(); }

 private:
  // What tells that a run folder is to be read anew.
  using Marks = std::string;
  Marks marks() const;
  void start(const std::stop_token& stop);
  void give_up(Error why);
  void note_growth();
  Error why_unread() const REQUIRES(guard_) { return standing_.trouble.value_or(still_reading()); }
  std::uint64_t version_now() const REQUIRES(guard_) {
    return earlier_versions_ + (index_ ? index_->version() : 0);
  }

  std::filesystem::path folder_;
  mutable Mutex guard_;
  // Of the reading thread alone:
  std::unique_ptr<RunReading> reading_;
  std::shared_ptr<Index> coming_;  // takes the place of `index_` when it is whole
  Marks marks_;

  std::shared_ptr<Index> index_ GUARDED_BY(guard_);
  Standing standing_ GUARDED_BY(guard_);
  mutable std::map<std::string, std::pair<std::uint64_t, Json>> kept_ GUARDED_BY(guard_);
  std::uint64_t earlier_versions_ GUARDED_BY(guard_) = 0;
  std::deque<std::pair<std::chrono::steady_clock::time_point, std::uint64_t>> growth_
      GUARDED_BY(guard_);
};

}  // namespace redcode::view
