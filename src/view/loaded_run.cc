#include "view/loaded_run.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <exception>

#include "base/text.h"

namespace redcode::view {
namespace {

using namespace std::chrono_literals;

constexpr auto growth_window = 60s;
constexpr auto shortest_growth = 3s;  // from which a rate follows

// What a file was when it was looked at.
std::string mark(const std::filesystem::path& path) {
  struct stat told{};
  if (stat(path.c_str(), &told) != 0) return "-";
  return fmt::format("{}:{}:{}.{}", told.st_ino, told.st_size, told.st_mtim.tv_sec,
                     told.st_mtim.tv_nsec);
}

std::string inode(const std::filesystem::path& path) {
  struct stat told{};
  return stat(path.c_str(), &told) == 0 ? std::to_string(told.st_ino) : "-";
}

std::uint64_t size_of(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

}  // namespace

LoadedRun::Marks LoadedRun::marks() const {
  // Records are only ever added; the folder of judgements changes with each new one.
  return fmt::format("{} {} {} {} {}", mark(folder_ / "manifest.json"),
                     mark(folder_ / "cases.jsonl"), mark(folder_ / "labels.jsonl"),
                     mark(folder_ / "judgements"), inode(folder_ / "records.jsonl"));
}

void LoadedRun::start(const std::stop_token& stop) {
  coming_.reset();
  reading_ = std::make_unique<RunReading>(folder_, guard_);
  Result<std::shared_ptr<Index>> opened = reading_->open(stop);
  if (!opened) return give_up(opened.error());
  const Lock held(guard_);
  standing_.trouble.reset();
  coming_ = *std::move(opened);
  // At first, half a run is better than none.
  if (!index_) index_ = coming_;
}

void LoadedRun::give_up(Error why) {
  const Lock held(guard_);
  earlier_versions_ = version_now();
  coming_.reset();
  index_.reset();
  growth_.clear();
  standing_.per_minute.reset();
  standing_.reading = true;  // should it be there again
  standing_.trouble = std::move(why);
}

void LoadedRun::refresh(const std::stop_token& stop) {
  try {
    const std::uint64_t bytes = size_of(folder_ / "records.jsonl");
    const bool shrunk = reading_ != nullptr && bytes < reading_->consumed();
    Marks now = marks();
    if (shrunk || now != marks_) {
      marks_ = std::move(now);
      start(stop);
    }
    if (!coming_) return;
    {
      const Lock held(guard_);
      standing_.bytes = bytes;
    }
    reading_->follow(stop);
    if (stop.stop_requested()) return;
    note_growth();
  } catch (const std::exception& failure) {
    give_up({.code = "run-unreadable",
             .message = one_line(failure.what(), 300),
             .hint = "`redcode runs verify` tells what is wrong with it"});
  }
}

void LoadedRun::note_growth() {
  const Lock held(guard_);
  if (index_ != coming_) {
    earlier_versions_ = version_now();
    index_ = coming_;
    growth_.clear();
  }
  standing_.reading = false;
  standing_.torn = reading_->torn();
  const auto now = std::chrono::steady_clock::now();
  growth_.emplace_back(now, index_->results().recorded);
  while (now - growth_.front().first > growth_window) growth_.pop_front();
  const auto& [since, before] = growth_.front();
  const auto records = static_cast<double>(growth_.back().second - before);
  const std::chrono::duration<double> seconds = now - since;
  standing_.per_minute = seconds < shortest_growth || records == 0
                             ? std::nullopt
                             : std::optional(60 * records / seconds.count());
}

LoadedRun::Standing LoadedRun::standing() const {
  const Lock held(guard_);
  Standing standing = standing_;
  standing.version = version_now();
  standing.bytes_read = index_ ? index_->bytes_read() : 0;
  return standing;
}

}  // namespace redcode::view
