// References: the blobs a record names by their digest.
#pragma once

#include <string>
#include <vector>

#include "record/record.h"

namespace redcode::record {

struct Reference {
  std::string digest;
  bool always = true;  // false: kept only if there was room for it
};

// Its transcript first, then what its evidence names. One blob may be named twice.
std::vector<Reference> references_of(const Record& record);

}  // namespace redcode::record
