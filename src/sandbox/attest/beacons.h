// Beacons: things of this host that nobody inside a sandbox may see. While they live, a probe looks
// for them: that they are not found then means something.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/fd.h"
#include "base/temp_dir.h"

namespace redcode::attest {

class Beacons {
 public:
  // Listens on the loopback, v4 and, where there is one, v6 with the same port, and on an abstract
  // Unix socket; makes a file. Throws Failure{unavailable}.
  Beacons();

  std::uint16_t port() const { return port_; }
  const std::string& socket_name() const { return socket_name_; }
  std::filesystem::path file() const { return folder_.path(); }

 private:
  TempDir folder_;
  std::string socket_name_;
  std::uint16_t port_ = 0;
  Fd loopback_;
  Fd loopback_v6_;
  Fd abstract_;
};

}  // namespace redcode::attest
