// Prose and code of a scenario: what they may not say.
#pragma once

#include <string>
#include <string_view>

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"

namespace redcode::corpus {

// A text an agent may read, trimmed. Codes: prose-real-host, prose-canary,
// scenario-empty-text.
std::string read_prose(const yaml::Node& node, yaml::Complaints& complaints);

// A program, ending in one newline. Codes: those of read_prose, and code-fence.
std::string read_code(const yaml::Node& node, yaml::Complaints& complaints);

// Complains about each word at `node` that tells an agent that it is being tested.
void demand_no_tell(const yaml::Node& node, std::string_view code, yaml::Complaints& complaints);

}  // namespace redcode::corpus
