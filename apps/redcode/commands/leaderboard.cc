// `redcode leaderboard`: a static site over many runs.
#include "view/leaderboard.h"

#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"
#include "commands/view.h"
#include "view/run_registry.h"
#include "view/static_page.h"

namespace redcode::app {
namespace {

std::vector<std::filesystem::path> runs_of(const LeaderboardOptions& options) {
  std::vector<std::filesystem::path> runs;
  for (const std::filesystem::path path : options.runs) {
    const std::vector<std::filesystem::path> found =
        view::is_run(path) ? view::with_agents(path) : view::runs_below(path);
    if (found.empty()) {
      throw Failure(
          Failure::Kind::unavailable,
          fmt::format("there is no run in {}; give folders that `redcode run --out` wrote",
                      one_line(path.string(), 200)));
    }
    runs.insert(runs.end(), found.begin(), found.end());
  }
  return runs;
}

}  // namespace

int make_leaderboard(const LeaderboardOptions& options, Out& out) {
  const Result<Json> board = view::leaderboard_json(runs_of(options));
  if (!board) throw Failure(Failure::Kind::unavailable, board.error().text());
  const std::filesystem::path folder = options.out;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot make {}: {}", folder.string(), error.message()));
  }
  write_whole(folder / "data.json", pretty_json(*board) + "\n");
  write_whole(folder / "index.html",
              view::html_file({{"mode", "leaderboard"}, {"/api/leaderboard", *board}}));
  std::size_t rows = 0;
  for (const Json& group : board->at("groups")) rows += group.at("rows").size();
  out.line("wrote {0}/index.html and {0}/data.json: {1} runs in {2} groups",
           one_line(folder.string(), 200), rows, board->at("groups").size());
  return 0;
}

}  // namespace redcode::app
