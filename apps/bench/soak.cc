// `redcode-bench soak`: sandboxes opened and closed without end, and what that leaves in this
// process.
#include <filesystem>

#include "base/failure.h"
#include "bench/measured.h"
#include "bench/options.h"
#include "bench/sandbox_cycle.h"
#include "interruptible.h"

namespace redcode::app {
namespace {

constexpr std::size_t every = 10;  // cycles between two lines

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

Task<int> soak(const SoakOptions& options, Out& out) {
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  const sandbox::Traits traits = co_await engine->traits();
  Cycles cycles{.count = options.cycles, .at_a_time = options.concurrency};
  cycles.observers = traits.observers;
  std::size_t done = 0;
  cycles.finished = [&done, &out] {
    if (++done % every == 0 || done == 1) {
      out.line("{:>7} cycles  {:>4} descriptors  {:>7.1f} MiB", done, open_descriptors(),
               resident_mib());
    }
  };
  const double seconds = co_await run_cycles(*engine, std::move(cycles));
  out.line("{}: {} cycles in {:.1f} s, {:.1f} a second; {} descriptors, {:.1f} MiB at the end",
           engine->name(), options.cycles, seconds, static_cast<double>(options.cycles) / seconds,
           open_descriptors(), resident_mib());
  co_return 0;
}

}  // namespace

int bench_soak(const SoakOptions& options, Out& out) {
  return run_interruptible(soak(options, out), out);
}

}  // namespace redcode::app
