// redcode-bench: measures this host, and our own verdicts and figures. For whoever works on
// redcode; it is in no package.
#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>

#include "base/open_files.h"
#include "base/text.h"
#include "bench/cli.h"

namespace redcode::app {
namespace {

int measure(int argc, char** argv, Out& out) {
  CLI::App root("Measures redcode: this host, its verdicts, its figures", "redcode-bench");
  root.require_subcommand(1);
  Action chosen;
  add_benchmarks(root, chosen);
  try {
    root.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return root.exit(error);
    out.trouble("redcode-bench: {}", one_line(error.what(), 300));
    out.trouble("Run redcode-bench --help, or a command with --help.");
    return 2;
  }
  return chosen(out);
}

}  // namespace
}  // namespace redcode::app

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  redcode::allow_many_open_files();
  redcode::app::Out out(stdout, stderr);
  try {
    return redcode::app::measure(argc, argv, out);
  } catch (const std::exception& failure) {
    out.trouble("redcode-bench: {}", failure.what());
    return 2;
  }
}
