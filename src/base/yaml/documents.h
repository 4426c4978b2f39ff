// YAML as others write it, hostile writers too: every document of a text, with aliases and merge
// keys resolved. For reading what a file now says; our own files are read by yaml.h, strictly.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace redcode::yaml {

// Scalars are text, quoted or not, but for a plain `null`, `~` or nothing: whoever asks knows what
// to take them for. Of a key that is there twice the last counts. Nothing if it is no YAML, over
// yaml_bytes_limit, nested over yaml_depth_limit, or over 100,000 nodes once aliases are resolved.
std::optional<std::vector<nlohmann::json>> read_documents(std::string_view text);

}  // namespace redcode::yaml
