// A scenario file to start from. It is sound and can be proven as it is, so that an author always
// has something that works and changes it step by step.
#pragma once

#include <filesystem>
#include <string>

namespace redcode::corpus {

struct NewScenario {
  std::filesystem::path file;
  std::string id;
};

// Makes <folder>/DOMAIN/ID.yaml. Throws Failure when `name` is not DOMAIN/ID, when there is such a
// file, which then stays, or when the disk will not take it.
NewScenario make_scenario(const std::filesystem::path& folder, const std::string& name);

}  // namespace redcode::corpus
