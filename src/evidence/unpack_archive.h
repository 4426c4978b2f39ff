// What libarchive opens for unpack.h. It parses hostile bytes: one filter or format at a time, no
// programs, and only where the head does not ask for memory out of all proportion.
#pragma once

#include "evidence/unpack.h"

namespace redcode::evidence {

Unpacking unpack_archive(const Source& source, Container container, std::uint64_t at,
                         const TakePart& take);

}  // namespace redcode::evidence
