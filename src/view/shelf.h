// Shelf: the runs that are looked at, kept up to date by a thread of its own.
//
// Runs that appear later in a folder that is looked into come behind the others, so a run keeps
// its number.
//
// Thread safety: any thread may look.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "view/run_on_view.h"

namespace redcode::view {

bool is_run(const std::filesystem::path& folder);

// The run folders right below `folder`, with those of further agents, which are inside a run's own.
std::vector<std::filesystem::path> runs_below(const std::filesystem::path& folder);

// A run and those of its further agents.
std::vector<std::filesystem::path> with_agents(const std::filesystem::path& run);

class Shelf {
 public:
  // `runs`: run folders. `folders`: where there are more, or may appear later. Starts reading.
  Shelf(const std::vector<std::filesystem::path>& runs, std::vector<std::filesystem::path> folders);
  ~Shelf();
  Shelf(const Shelf&) = delete;
  Shelf& operator=(const Shelf&) = delete;
  Shelf(Shelf&&) = delete;
  Shelf& operator=(Shelf&&) = delete;

  std::vector<std::shared_ptr<const RunOnView>> runs() const;
  // Errors: run-unknown.
  Result<std::shared_ptr<const RunOnView>> run(std::size_t number) const;

 private:
  void keep_up(const std::stop_token& stop);
  void look_for_more();
  void add(const std::filesystem::path& run);
  std::vector<std::shared_ptr<RunOnView>> all() const;

  std::vector<std::filesystem::path> folders_;
  mutable std::mutex guard_;
  std::vector<std::shared_ptr<RunOnView>> runs_;  // guarded
  std::condition_variable_any woken_;
  std::jthread reader_;  // last: it ends before what it uses
};

}  // namespace redcode::view
