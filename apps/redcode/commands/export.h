// `redcode export` as the command line gives it.
#pragma once

#include <string>
#include <vector>

#include "out.h"

namespace redcode::app {

struct ExportOptions {
  std::vector<std::string> runs = {};
  std::string format = {};
  std::string out = {};
  bool force = false;         // replace what is there
  bool with_harmful = false;  // take harmful answers
};
// 1 if there was nothing to write.
int export_runs(const ExportOptions& options, Out& out);

}  // namespace redcode::app
