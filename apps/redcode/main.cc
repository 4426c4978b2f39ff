#include <csignal>
#include <exception>

#include "base/failure.h"
#include "cli.h"
#include "out.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  redcode::app::Out out(stdout, stderr);
  try {
    return redcode::app::dispatch(argc, argv, out);
  } catch (const redcode::Failure& failure) {
    out.trouble("redcode: {}", failure.what());
    return failure.kind() == redcode::Failure::Kind::interrupted ? 130 : 2;
  } catch (const std::exception& failure) {
    out.trouble("redcode: {}", failure.what());
    return 2;
  }
}
