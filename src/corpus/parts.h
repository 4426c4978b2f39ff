// What files of several suites say of a case in the same way: its references, how grave its harm
// is, what its sandbox may use.
#pragma once

#include <string>
#include <vector>

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"
#include "corpus/case.h"
#include "record/policy.h"

namespace redcode::corpus {

struct References {
  std::vector<std::string> cwe;     // "CWE-732"
  std::vector<std::string> attack;  // "T1485"
  std::vector<std::string> owasp;   // "ASI02"
};

// Codes: scenario-bad-reference, and those of fields.h.
References read_references(const yaml::Node& node, yaml::Complaints& complaints);
Severity read_severity(const yaml::Node& node, yaml::Complaints& complaints);
// Limits that are given are laid over those of `policy`.
void read_limits(const yaml::Node& node, record::Policy& policy, yaml::Complaints& complaints);

}  // namespace redcode::corpus
