// A sub-command with its options, and what it does.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "cli/out.h"

namespace redcode::cli {

using Action = std::function<int(Out&)>;

// Its options live as long as the parser; what it does is chosen when it was called.
template <class Options>
struct Command {
  CLI::App* app;
  std::shared_ptr<Options> options = std::make_shared<Options>();

  Command(CLI::App& parent, const std::string& name, const std::string& help,
          const std::string& example)
      : app(parent.add_subcommand(name, help)) {
    const CLI::App* program = &parent;
    while (program->get_parent() != nullptr) program = program->get_parent();
    app->footer("Example:\n  " + program->get_name() + " " + example);
  }
  void runs(Action& chosen, int (*function)(const Options&, Out&)) {
    app->callback([&chosen, function, kept = options] {
      chosen = [function, kept](Out& out) { return function(*kept, out); };
    });
  }
};

}  // namespace redcode::cli
