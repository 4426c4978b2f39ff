#include <csignal>
#include <exception>
#include <new>

#include "base/open_files.h"
#include "options/options.h"
#include "out.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  // A file that may not grow is an error of whoever writes it. Caught, not ignored: the programs
  // that are started here get it as they always do.
  std::signal(SIGXFSZ, [](int) {});
  redcode::allow_many_open_files();
  redcode::app::Out out(stdout, stderr);
  try {
    return redcode::app::dispatch(argc, argv, out);
  } catch (const std::bad_alloc&) {
    out.trouble("redcode: there is not enough memory for this");
    return 2;
  } catch (const std::exception& failure) {
    out.trouble("redcode: {}", failure.what());
    return 2;
  }
}
