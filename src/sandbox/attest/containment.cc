#include "sandbox/attest/containment.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

#include "base/failure.h"
#include "base/files.h"
#include "base/small_file.h"
#include "base/text.h"

namespace redcode::attest {
namespace {

std::vector<std::string> without(std::vector<std::string> names,
                                 const std::vector<std::string>& accepted) {
  std::erase_if(names, [&accepted](const std::string& name) {
    return std::ranges::find(accepted, name) != accepted.end();
  });
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  return one_line(fmt::format("{}", fmt::join(names, ", ")), 300);
}

std::string load_here() {
  const std::string text = read_small_file("/proc/loadavg");
  return fmt::format("load {} on {} cores", one_line(text.substr(0, text.find(' ')), 20),
                     std::thread::hardware_concurrency());
}

// Before a run takes the host's memory and processes, what dead ones hold is given back. Only
// oci's: a daemon may serve other hosts, whose processes nobody here can look for.
Task<> sweep(sandbox::Engine& engine, const Say& say) {
  if (!engine.name().starts_with("oci")) co_return;
  try {
    const std::vector<std::string> removed = co_await engine.reap(false);
    if (!removed.empty())
      say(fmt::format("{} sandboxes of a killed run were removed", removed.size()));
  } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): opening the next one says why
  }
}

// Again if the sandbox was ended from outside while it was looked around in.
Task<Attestation> look_around_whole(sandbox::Engine& engine,
                                    const std::vector<std::string>& accepted) {
  constexpr int more_tries = 2;
  for (int i = 0; i < more_tries; ++i) {
    try {
      Attestation attestation = co_await look_around(engine);
      if (without(attestation.silent(), accepted).empty()) co_return attestation;
    } catch (const Failure& failure) {
      if (failure.kind() == Failure::Kind::interrupted) throw;
    }
  }
  co_return co_await look_around(engine);
}

}  // namespace

Task<Attestation> look_around(sandbox::Engine& engine) {
  const std::string script = read_text(data_folder("probes") / "look_around.py");
  co_return co_await attest(engine, record::Policy{}, script);
}

Task<> require_contained(sandbox::Engine& engine, std::vector<std::string> accepted, Say say) {
  co_await sweep(engine, say);
  const Attestation attestation = co_await look_around_whole(engine, accepted);
  const std::vector<std::string> failed = without(attestation.failed(), accepted);
  const std::vector<std::string> silent = without(attestation.silent(), accepted);
  if (!failed.empty()) {
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("the sandbox does not hold: {} failed. See `redcode sandbox attest --engine "
                    "{}`; --accept-probe NAME runs all the same",
                    listed(failed), engine.name()));
  }
  if (!silent.empty()) {
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("slow host: {} gave no answer in {} s ({}), so the sandbox is not checked and "
                    "nothing was started. Try again when the host has less to do; --accept-probe "
                    "NAME runs without that check",
                    listed(silent), long_time.count(), load_here()));
  }
  say(fmt::format("{}: {} probes from inside, contained", engine.name(),
                  attestation.probes.size()));
}

}  // namespace redcode::attest
