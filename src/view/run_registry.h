// RunRegistry: the runs that are looked at, kept up to date by a thread of its own.
//
// Runs that appear later in a folder that is looked into come behind the others, so a run keeps
// its number.
//
// Thread safety: any thread may look.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "view/loaded_run.h"

namespace redcode::view {

bool is_run(const std::filesystem::path& folder);

// The run folders right below `folder`, with those of further agents, which are inside a run's own.
std::vector<std::filesystem::path> runs_below(const std::filesystem::path& folder);

// A run and those of its further agents.
std::vector<std::filesystem::path> with_agents(const std::filesystem::path& run);

class RunRegistry {
 public:
  // `runs`: run folders. `folders`: where there are more, or may appear later. Starts reading.
  RunRegistry(const std::vector<std::filesystem::path>& runs,
              std::vector<std::filesystem::path> folders);
  ~RunRegistry();
  RunRegistry(const RunRegistry&) = delete;
  RunRegistry& operator=(const RunRegistry&) = delete;
  RunRegistry(RunRegistry&&) = delete;
  RunRegistry& operator=(RunRegistry&&) = delete;

  std::vector<std::shared_ptr<const LoadedRun>> runs() const;
  // Errors: run-unknown.
  Result<std::shared_ptr<const LoadedRun>> run(std::size_t number) const;

 private:
  void keep_up(const std::stop_token& stop);
  void look_for_more();
  void add(const std::filesystem::path& run);
  std::vector<std::shared_ptr<LoadedRun>> all() const;

  std::vector<std::filesystem::path> folders_;
  mutable Mutex guard_;
  std::vector<std::shared_ptr<LoadedRun>> runs_ GUARDED_BY(guard_);
  std::condition_variable_any woken_;
  std::jthread reader_;  // last: it ends before what it uses
};

}  // namespace redcode::view
