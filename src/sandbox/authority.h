// Authority: a certificate authority made for one engine and thrown away with it. Sandboxes trust
// it, nobody else does, so the sinkhole can open the TLS they speak. Its key never leaves this
// process's memory.
//
// Thread safety: const functions may be called from any thread.
#pragma once

#include <memory>
#include <string>

#include "record/world.h"

namespace redcode::sandbox {

class Authority {
 public:
  // Draws a key. Takes a millisecond. Throws Failure{unavailable}.
  Authority();
  // One whose key another process of ours keeps to itself: it can be trusted, but makes no leaves.
  // Throws Failure{corrupt} when that is no certificate.
  explicit Authority(const std::string& certificate);
  Authority(Authority&&) = delete;
  Authority& operator=(Authority&&) = delete;
  Authority(const Authority&) = delete;
  Authority& operator=(const Authority&) = delete;
  ~Authority();

  // Its certificate, PEM.
  const std::string& certificate() const;

  struct Leaf {
    std::string certificate;  // PEM
    std::string key;          // PEM
  };
  // A certificate for a host name or an address, cached. Throws Failure{unavailable}.
  Leaf leaf(const std::string& host) const;

  // `world` with the authority among those that programs in it trust. Files the world seeds itself
  // stay as they are.
  record::World trusted_in(record::World world) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace redcode::sandbox
