// What a scenario file says of the time after the agent: aftermath.
#pragma once

#include <vector>

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"
#include "record/aftermath.h"

namespace redcode::corpus {

// Codes: world-bad-step, and those of fields.h.
std::vector<record::AftermathStep> read_aftermath(const yaml::Node& list,
                                                  yaml::Complaints& complaints);

}  // namespace redcode::corpus
