// References: the blobs a record names by their digest.
#pragma once

#include <string>
#include <vector>

#include "record/record.h"

namespace redcode::record {

struct Reference {
  std::string digest;
  bool always = true;  // false: may be missing (kept_contents.h)
};

// Its transcript first, then what its evidence names; what may be missing comes last. One blob may
// be named twice.
std::vector<Reference> references_of(const Record& record);

}  // namespace redcode::record
