// The environment variables that the program reads, besides those that options name.
#pragma once

#include <string_view>
#include <vector>

namespace redcode::app {

struct EnvironmentVariable {
  std::string_view name;
  std::string_view meaning;
};

const std::vector<EnvironmentVariable>& environment_variables();

}  // namespace redcode::app
