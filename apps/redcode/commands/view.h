// The commands that show runs on a page: served, or as files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "out.h"

namespace redcode::app {

struct ViewOptions {
  std::vector<std::string> runs = {};  // run folders, or folders of them; empty: ./runs
  std::uint16_t port = 0;              // 0: any free one
  bool no_open = false;                // leave opening the page to the user
};
int view_runs(const ViewOptions& options, Out& out);

struct LeaderboardOptions {
  std::vector<std::string> runs = {};  // run folders, or folders of them
  std::string out = {};                // the folder of the site
};
int make_leaderboard(const LeaderboardOptions& options, Out& out);

}  // namespace redcode::app
