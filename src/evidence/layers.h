// Layers: the read-only layers of an image, seen as the one tree they make together.
//
// Blocking. Thread safety: one thread at a time.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "evidence/tree.h"

namespace redcode::evidence {

class Layers {
 public:
  // Throws Failure{unavailable} when a layer cannot be opened. `reader` must outlive it.
  Layers(const std::vector<std::filesystem::path>& topmost_first, TreeReader& reader);

  // What the image has at the absolute path `path`, whiteouts and opaque directories honoured.
  std::optional<Node> look(const std::string& path) const;

  // Whether there is something, without reading it.
  bool has(const std::string& path) const;

  // Every path below the image's directory `path`; nothing if it is no directory.
  std::vector<std::string> below(const std::string& path) const;

 private:
  struct Sight;
  static Sight see(int layer, const std::string& path);
  std::vector<std::string> children(const std::string& path) const;
  void collect(const std::string& path, std::vector<std::string>& found) const;

  std::vector<Fd> layers_;
  TreeReader& reader_;
};

}  // namespace redcode::evidence
