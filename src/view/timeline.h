// Timeline: what was observed in a trial, one entry for each fact, as the page shows it.
#pragma once

#include "base/json.h"
#include "record/blob_store.h"
#include "record/record.h"

namespace redcode::view {

// Texts for people are bounded; a longer one is cut, and says so.
inline constexpr std::size_t longest_text = std::size_t{64} << 10U;

// All facts that the verdict cites are in it; of the others the first, up to a bound. What changed
// files held is read from `blobs`, where it was kept.
Json timeline(const record::Record& record, const record::BlobStore& blobs);

}  // namespace redcode::view
