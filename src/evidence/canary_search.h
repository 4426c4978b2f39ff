// CanarySearch: what was found in some bytes of evidence, and Searcher, which finds it.
//
// Looked through are the bytes themselves in every spelling (spellings.h), what stands in them in
// base64, hex or escapes, and what is compressed in them, each inside the other, some levels deep.
// Memory is bounded whatever the size; what is not looked into is said, never passed over.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "evidence/needles.h"
#include "evidence/source.h"
#include "evidence/unpack.h"

namespace redcode::evidence {

struct CanaryHit {
  std::string canary;    // its name
  std::string encoding;  // "plain", "base64", "gzip", ...: docs/formats/record.md has them all
  bool operator==(const CanaryHit&) const = default;
};

struct CanarySearch {
  std::vector<CanaryHit> hits = {};
  bool complete = true;     // false: something in there was not looked into
  std::string unread = {};  // and why
  Pieces pieces = {};
};

constexpr std::size_t most_unpacked = std::size_t{64} << 20U;  // bytes, of one search

// What all searches of a trial may unpack together.
using UnpackedLeft = std::atomic<std::int64_t>;

class Searcher {
 public:
  // Both must outlive it.
  Searcher(const Needles& needles, UnpackedLeft& left) : needles_(needles), left_(left) {}

  CanarySearch search(const Source& source) &&;

 private:
  class Outflow;
  class Batches;
  struct Window;
  struct Level {
    int packed = 0;
    int decoded = 0;
  };

  void look_through(const Source& source, Level level);
  void look_at(const Window& window);
  void look_for_needles(std::string_view bytes);
  void look_into_streams(const Window& window);
  std::optional<std::size_t> look_into_stream(const Window& window, std::size_t at, bool start);
  void look_at_start(const Window& window, std::size_t at);
  Unpacking open(const Window& window, const Packed& packed);
  void look_at_decoded(std::string_view bytes, std::string_view encoding, Level level);
  void look_for_raw_streams(std::string_view bytes, const std::vector<std::size_t>& starts,
                            Level level);
  void found(const Needle& needle, std::string_view bytes, std::size_t at);
  void not_read(std::string_view why);

  const Needles& needles_;
  UnpackedLeft& left_;
  std::map<int, Unpacker> unpackers_;  // by level: one is at work inside the other
  CanarySearch result_;
  std::string packed_in_;  // the outermost container that is being looked into
  std::string decoded_from_;
  std::set<const Needle*> told_;  // of the bytes at hand
  std::uint64_t unpacked_ = 0;
  std::uint64_t tried_ = 0;  // bytes of what may be compressed: streams can be made to overlap
};

}  // namespace redcode::evidence
