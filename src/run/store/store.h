// Store: bytes by the SHA-256 of their content, shared by all hosts of a fleet.
//
// "/folder" or "file:///folder": a folder, local or on a shared file system, laid out as a run's
// blobs. "s3://BUCKET/PREFIX": any server that speaks the S3 protocol; see s3_store.h for the
// environment it reads.
//
// Thread safety: used from the one thread that runs the tasks; calls may overlap.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/task.h"

namespace redcode::store {

class Store {
 public:
  virtual ~Store() = default;

  // Stores `bytes` and gives their digest. They will outlive a power cut when this returns.
  // Putting what is there already is cheap. Throws Failure.
  virtual Task<std::string> put(std::string bytes) = 0;

  // Throws Failure{unavailable} when it is not there or the store cannot be reached,
  // Failure{corrupt} when what is there is something else.
  virtual Task<std::string> get(std::string digest) = 0;
};

// Throws Failure that says what is wrong with `url` or with what it names.
std::unique_ptr<Store> open_store(std::string_view url);

}  // namespace redcode::store
