#include <csignal>
#include <exception>

#include "cli/cli.h"
#include "out.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  redcode::app::Out out(stdout, stderr);
  try {
    return redcode::app::dispatch(argc, argv, out);
  } catch (const std::exception& failure) {
    out.trouble("redcode: {}", failure.what());
    return 2;
  }
}
