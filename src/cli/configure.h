// Configuration on the command line: what a command is filled from before it runs.
#pragma once

#include <memory>
#include <string>

#include "cli/config_fill.h"
#include "cli/out.h"

namespace redcode::cli {

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
// To be called when all commands are there; `rules` live as long as `root`.
std::shared_ptr<const Configured> configure(CLI::App& root, const ConfigRules& rules, Out& out,
                                            Telling telling = Telling::aloud);

// --profile of a command that keeps its name.
void add_profile_option(CLI::App& app, std::string& profile, const ConfigRules& rules);

// The last word that was given for an option; "" if there is none.
std::string given(const CLI::App& command, const char* option);

}  // namespace redcode::cli
