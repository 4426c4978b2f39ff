#include "view/run_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>

#include "record/run_file.h"

namespace redcode::view {
namespace {

using namespace std::chrono_literals;

constexpr auto breather = 300ms;  // between looking for something new
constexpr std::size_t most_runs = 1000;

void add_runs(const std::filesystem::path& folder, std::vector<std::filesystem::path>& found) {
  std::error_code error;
  std::vector<std::filesystem::path> here;
  for (const std::filesystem::path& path : record::entries_in(folder, error)) {
    if (is_run(path)) here.push_back(path);
  }
  std::ranges::sort(here);
  found.insert(found.end(), here.begin(), here.end());
}

// Reads on in each of them; whoever asks to stop does not wait for the rest.
void refresh_all(const std::vector<std::shared_ptr<LoadedRun>>& runs, const std::stop_token& stop) {
  for (const std::shared_ptr<LoadedRun>& run : runs) {
    if (!stop.stop_requested()) run->refresh(stop);
  }
}

}  // namespace

bool is_run(const std::filesystem::path& folder) {
  std::error_code error;
  return std::filesystem::exists(folder / "manifest.json", error);
}

std::vector<std::filesystem::path> with_agents(const std::filesystem::path& run) {
  std::vector<std::filesystem::path> all{run};
  add_runs(run / "agents", all);
  return all;
}

std::vector<std::filesystem::path> runs_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> runs;
  add_runs(folder, runs);
  std::vector<std::filesystem::path> all;
  for (const std::filesystem::path& run : runs)
    std::ranges::move(with_agents(run), std::back_inserter(all));
  all.resize(std::min(all.size(), most_runs));
  return all;
}

RunRegistry::RunRegistry(const std::vector<std::filesystem::path>& runs,
                         std::vector<std::filesystem::path> folders)
    : folders_(std::move(folders)) {
  for (const std::filesystem::path& run : runs) add(run);
  look_for_more();
  reader_ = std::jthread([this](const std::stop_token& stop) { keep_up(stop); });
}

RunRegistry::~RunRegistry() {
  reader_.request_stop();
  reader_.join();
}

std::vector<std::shared_ptr<LoadedRun>> RunRegistry::all() const {
  const Lock held(guard_);
  return runs_;
}

std::vector<std::shared_ptr<const LoadedRun>> RunRegistry::runs() const {
  const Lock held(guard_);
  return {runs_.begin(), runs_.end()};
}

Result<std::shared_ptr<const LoadedRun>> RunRegistry::run(std::size_t number) const {
  const Lock held(guard_);
  if (number < runs_.size()) return runs_[number];
  return std::unexpected(Error{.code = "run-unknown",
                               .message = fmt::format("there is no run {}", number),
                               .hint = "/api/runs lists them, from 0"});
}

void RunRegistry::add(const std::filesystem::path& run) {
  const Lock held(guard_);
  const bool known =
      std::ranges::any_of(runs_, [&run](const auto& other) { return other->folder() == run; });
  if (!known && runs_.size() < most_runs) runs_.push_back(std::make_shared<LoadedRun>(run));
}

void RunRegistry::look_for_more() {
  for (const std::filesystem::path& folder : folders_) {
    for (const std::filesystem::path& run : runs_below(folder)) add(run);
  }
}

void RunRegistry::keep_up(const std::stop_token& stop) {
  Mutex unused;
  while (!stop.stop_requested()) {
    // What goes wrong while looking, such as too little memory, must not end the program: it looks
    // again.
    try {
      look_for_more();
      refresh_all(all(), stop);
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): as said
    }
    Lock wait(unused);
    woken_.wait_for(wait, stop, breather, [] { return false; });
  }
}

}  // namespace redcode::view
