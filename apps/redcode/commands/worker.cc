// `redcode worker`: a host of a fleet.
#include <csignal>

#include "commands/fleet.h"
#include "interruptible.h"
#include "say_through.h"

namespace redcode::app {
namespace {

Task<int> work_to_the_end(WorkOptions options, Out& out) {
  co_await distributed::work(std::move(options), say_through(out));
  co_return 0;
}

}  // namespace

int work(const WorkOptions& options, Out& out) {
  return run_interruptible(work_to_the_end(options, out), out, {SIGINT});
}

}  // namespace redcode::app
