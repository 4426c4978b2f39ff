#include "doctor/fixes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "sandbox/engines/engines.h"

namespace redcode::doctor {
namespace {

// A daemon's settings of a runtime; … where only its maker knows.
std::string settings_of(std::string_view runtime) {
  // Without the argument gVisor has sockets of its own, and the network is not observed.
  if (runtime == "runsc") return R"({"path": "/usr/bin/runsc", "runtimeArgs": ["--network=host"]})";
  return runtime == "crun" ? R"({"path": "/usr/bin/crun"})" : R"({"path": …})";
}

bool is_packaged(const std::string& runtime) {
  return std::ranges::find(engines::oci_runtimes, runtime) != engines::oci_runtimes.end();
}

}  // namespace

std::string fix_of_docker_runtime(const std::string& runtime) {
  if (runtime == "runc") return {};
  return fmt::format(
      "{}sudoedit /etc/docker/daemon.json # put in \"runtimes\": {{\"{}\": {}}}, then sudo "
      "systemctl restart docker",
      is_packaged(runtime) ? fmt::format("sudo apt-get install {} && ", runtime) : "",
      one_line(runtime, 40), settings_of(runtime));
}

std::string fix_of_oci_runtime(const std::string& runtime) {
  if (is_packaged(runtime)) return "sudo apt-get install " + runtime;
  return fmt::format("export REDCODE_ENGINE=oci # or with a runtime that is known: oci+{}",
                     fmt::join(engines::oci_runtimes, ", oci+"));
}

}  // namespace redcode::doctor
