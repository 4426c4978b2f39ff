// The commands that tell of the program itself.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "out.h"

namespace redcode::app {

struct ReferenceOptions {
  std::string format;  // man, bash, zsh, fish, markdown
  std::string out;     // folder
};
int write_reference(const ReferenceOptions& options, const CLI::App& root, Out& out);

struct VersionOptions {
  bool json = false;
};
int show_version(const VersionOptions& options, Out& out);

struct CompleteOptions {
  std::vector<std::string> words;  // up to the cursor; the last is what is being typed
};
// One candidate a line, a tab, what it means. Nothing where the shell should offer files.
int complete(const CompleteOptions& options, const CLI::App& root, Out& out);

}  // namespace redcode::app
