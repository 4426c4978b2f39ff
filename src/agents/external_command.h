// CommandAgent: an agent of the user's own, as a program that reads tasks and writes JSON lines
// (docs/your-own-agent.md).
//
// The program runs on this host, as trusted as the one who named it; one process for each trial.
// All it does to the world under test goes through the sandbox.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agents/external_work.h"

namespace redcode::agents {

// The words of a command line: split at white space, but not inside '…' or "…", where every
// character stands for itself. Errors: own-command-empty, own-command-quote.
Result<std::vector<std::string>> split_command(std::string_view command);

class CommandAgent final : public Agent {
 public:
  // Also: own-command-missing when there is no such program. Throws Failure{unavailable} when a
  // file named in the command cannot be read.
  static Result<std::unique_ptr<CommandAgent>> make(std::string_view command, OwnRules rules = {});

  // Requires: argv has at least the program.
  CommandAgent(std::vector<std::string> argv, OwnRules rules);

  // By the name of the script, or of the program.
  std::string architecture() const override { return name_; }
  // Of the command and the files named in it.
  std::string prompt_digest() const override { return digest_; }

  // The model is not asked: the program has its own.
  Task<record::Stop> work(Assignment assignment, models::Model& model, SandboxProvider& place,
                          const Listener& listener) const override;

 private:
  std::vector<std::string> argv_;
  OwnRules rules_;
  std::string name_;
  std::string digest_;
};

}  // namespace redcode::agents
