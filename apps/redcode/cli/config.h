// Configuration on the command line: what commands are filled from before they run, and the
// commands that look at it.
#pragma once

#include <memory>
#include <string>

#include "cli/parts.h"
#include "config/fill.h"

namespace redcode::app {

// Whether a command says from which file or profile it took options.
enum class Telling { aloud, silent };

// What became of the options of the command that was called.
struct Configured {
  std::string file = {};     // "": none
  std::string profile = {};  // "": none
  Origins origins = {};
};

// Gives every command of `root` that has options --config and --profile, and makes parsing fill
// what no flag said. A mistake is thrown as CLI::ConfigError, after all of them went to `out`.
// To be called when all commands are there.
std::shared_ptr<const Configured> configure(CLI::App& root, Out& out,
                                            Telling telling = Telling::aloud);

// --profile of a command that keeps its name.
void add_profile_option(CLI::App& app, std::string& profile);

void add_config(CLI::App& root, Action& chosen);

}  // namespace redcode::app
