// Prune: the files of a run folder that can go.
//
// Whatever looks like a digest in a record, a judgement or a label names a blob. Not only what we
// know to be a reference: a damaged line may be mended one day, and a later version may refer to
// more. Nobody may write to the run meanwhile (run_lock.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace redcode::record {

struct Removable {
  std::vector<std::filesystem::path> unnamed = {};       // blobs
  std::vector<std::filesystem::path> transcripts = {};   // blobs that are nothing else to the run
  std::vector<std::filesystem::path> half_written = {};  // what killed processes left
};

// Regular files only: neither a link nor what it leads to is the run's. Throws Failure when a file
// that may name blobs is there and cannot be read.
Removable removable_in(const std::filesystem::path& run);

struct Removal {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
};

Removal sizes_of(const std::vector<std::filesystem::path>& files);
// One after the other, so what an interruption leaves can be removed by another try. Throws Failure
// at the first that cannot be.
Removal remove_all(const std::vector<std::filesystem::path>& files);

}  // namespace redcode::record
