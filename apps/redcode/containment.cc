#include "containment.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/failure.h"
#include "base/text.h"
#include "files.h"

namespace redcode::app {

Task<attest::Attestation> look_around(sandbox::Engine& engine) {
  const std::string script = read_text(data_folder("probes") / "look_around.py");
  co_return co_await attest::attest(engine, record::Policy{}, script);
}

Task<> require_contained(sandbox::Engine& engine, std::vector<std::string> accepted, Out& out) {
  const attest::Attestation attestation = co_await look_around(engine);
  std::vector<std::string> failed = attestation.failed();
  std::erase_if(failed, [&accepted](const std::string& probe) {
    return std::ranges::find(accepted, probe) != accepted.end();
  });
  if (failed.empty()) {
    out.trouble("{}: {} probes from inside, contained", engine.name(), attestation.probes.size());
    co_return;
  }
  throw Failure(
      Failure::Kind::unavailable,
      fmt::format("the sandbox does not hold: {} failed. See `redcode sandbox attest --engine {}`; "
                  "--accept-probe NAME runs all the same",
                  one_line(fmt::format("{}", fmt::join(failed, ", ")), 300), engine.name()));
}

}  // namespace redcode::app
