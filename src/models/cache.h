// Cache: replies kept in a folder, so that the same question need not be paid for twice.
//
// An entry is written whole or not at all, and read back only if it is what was written: a damaged
// one counts as absent. Its name is a digest of the question, and it holds the reply only.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "models/wire/wire.h"

namespace redcode::models {

class Cache {
 public:
  // Throws Failure{unwritable} when the folder cannot be made.
  explicit Cache(std::filesystem::path folder);

  // The reply to the question with this key (a SHA-256), without usage: it costs nothing.
  std::optional<wire::Reply> find(const std::string& key);
  // A reply that cannot be written is not kept; that is no reason to lose it.
  void keep(const std::string& key, const wire::Reply& reply);

  std::size_t hits() const { return hits_; }
  std::size_t not_kept() const { return not_kept_; }

 private:
  std::filesystem::path path_of(const std::string& key) const;

  std::filesystem::path folder_;
  std::size_t hits_ = 0;
  std::size_t not_kept_ = 0;
};

}  // namespace redcode::models
