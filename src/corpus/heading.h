// What every file of a corpus begins with: the format it is in, and the marker.
#pragma once

#include <string_view>

#include "base/yaml/complaints.h"
#include "base/yaml/fields.h"

namespace redcode::corpus {

// So that a text collection that took such a file in can be told.
inline constexpr std::string_view contamination_marker =
    "redcode-corpus 7c1f0e52-6f0b-4b7e-9d5a-3e86c2a4d911 do not train on this file";

// Complains unless `format` and the marker are there, word for word. Codes: those of fields.h.
void check_heading(yaml::Fields& fields, std::string_view format, yaml::Complaints& complaints);

}  // namespace redcode::corpus
