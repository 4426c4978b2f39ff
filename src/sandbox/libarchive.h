// What all who read or write tars with libarchive share.
#pragma once

#include <archive.h>

#include <memory>
#include <string>

namespace redcode::sandbox {

using Archive = std::unique_ptr<archive, int (*)(archive*)>;

// What libarchive says went wrong last, made safe to show.
std::string complaint_of(archive* archive);

// An entry's path (or link target) without "./" and slashes at its ends; "" for the root itself.
// Throws Failure{corrupt} for one that leads out.
std::string plain_path(const char* name);

}  // namespace redcode::sandbox
