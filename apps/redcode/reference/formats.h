// The formats of all that the program stores or hands out, with their versions. A version stands in
// the `format` of each such thing: redcode/report/1.
#pragma once

#include <string_view>
#include <vector>

namespace redcode::app {

struct FormatVersion {
  std::string_view name;
  int version;
  std::string_view what;
};

const std::vector<FormatVersion>& formats();

}  // namespace redcode::app
