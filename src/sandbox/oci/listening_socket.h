// ListeningSocket: a Unix socket at a path, for a runtime of ours to connect to; the path goes with
// it. Only our own user may connect.
#pragma once

#include <filesystem>

#include "base/fd.h"

namespace redcode::oci {

class ListeningSocket {
 public:
  // `type`: SOCK_STREAM or SOCK_SEQPACKET. Throws Failure{unavailable}, also when something is at
  // that path already.
  ListeningSocket(std::filesystem::path path, int type);
  ListeningSocket(ListeningSocket&&) = delete;
  ListeningSocket& operator=(ListeningSocket&&) = delete;
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;
  ~ListeningSocket();

  int fd() const { return fd_.get(); }
  // One who connected, with a descriptor that never blocks; none when nobody waits or who waits is
  // not of our user.
  Fd accept() const;

 private:
  std::filesystem::path path_;
  Fd fd_;
};

}  // namespace redcode::oci
