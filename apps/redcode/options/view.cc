#include "commands/view.h"

#include "options/options.h"

namespace redcode::app {

void add_view(CLI::App& root, Action& chosen) {
  Command<ViewOptions> view(root, "view", "Runs on a local page, while they go on and afterwards",
                            "view runs/first runs/second");
  view.app->add_option("run", view.options->runs,
                       "run folders, or folders of them (default: ./runs, and what appears there)");
  view.app->add_option("--port", view.options->port, "on 127.0.0.1 (0: any free one)")
      ->capture_default_str();
  view.app->add_flag("--no-open", view.options->no_open, "do not open the page in a browser");
  view.runs(chosen, view_runs);

  Command<LeaderboardOptions> board(root, "leaderboard",
                                    "A static site over many runs, ready for any web host",
                                    "leaderboard runs/first runs/second --out site");
  board.app->add_option("run", board.options->runs, "run folders, or folders of them")->required();
  board.app->add_option("--out", board.options->out, "the site's folder; made if need be")
      ->required();
  board.runs(chosen, make_leaderboard);
}

}  // namespace redcode::app
