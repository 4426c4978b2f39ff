// The mounts and runtime calls of one sandbox's life, issued bare and blocking from threads: what
// the oci engine is measured against.
#pragma once

#include <cstddef>
#include <filesystem>

#include "base/fd.h"
#include "sandbox/oci/image_store.h"
#include "sandbox/oci/runtime.h"

namespace redcode::app {

class BareRunc {
 public:
  // Shows the image as the engine does. Throws Failure.
  explicit BareRunc(const oci::ImageStore::Image& image);
  BareRunc(BareRunc&&) = delete;
  BareRunc& operator=(BareRunc&&) = delete;
  BareRunc(const BareRunc&) = delete;
  BareRunc& operator=(const BareRunc&) = delete;
  ~BareRunc();

  // Runs `count` lives, so many at a time; gives the seconds. Throws Failure when one fails.
  double run_cycles(std::size_t count, std::size_t at_a_time) const;

 private:
  struct Quota;
  void work_off(Quota& quota) const;
  void cycle() const;
  void live(const std::string& id, const std::filesystem::path& folder) const;

  oci::Runtime runtime_;
  Fd user_namespace_;
  std::filesystem::path home_;
};

}  // namespace redcode::app
