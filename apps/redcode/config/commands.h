// `redcode config`: each command is one function, from options to an exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "out.h"

namespace redcode::app {

struct ConfigCheckOptions {
  std::string file = {};  // "": the one that counts here
};
// 2 if it has mistakes, each with line, column and hint.
int config_check(const ConfigCheckOptions& options, Out& out);

struct ConfigShowOptions {
  std::string config = {};                // a file that was named before `config`
  std::vector<std::string> command = {};  // words and flags, as after `redcode`; none: all commands
  bool json = false;
};
int config_show(const ConfigShowOptions& options, Out& out);

int config_schema(Out& out);
// The schema of files for the commands of `root`.
Json schema_of(CLI::App& root);

struct ConfigNewOptions {
  std::string file = "redcode.yaml";
};
// Writes the schema beside it, so that editors complete. Leaves a file that exists alone.
int config_new(const ConfigNewOptions& options, Out& out);

}  // namespace redcode::app
