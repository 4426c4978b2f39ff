// The seccomp profile of a sandbox, on every engine: the system calls programs inside may make. An
// allow-list in the spirit of Docker's default: what a later kernel adds is refused until somebody
// looked at it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/json.h"

namespace redcode::sandbox {

// Calls that are allowed too, but reported first.
struct Reported {
  std::vector<std::string> calls = {};
  // OCI entries that report these.
  std::function<Json(const std::vector<std::string>&)> rules = {};
  std::string listener = {};  // the socket that hears of them
};

// OCI linux.seccomp, which is also how Docker takes a profile.
Json seccomp_profile(const Reported& reported = {});

// The calls allowed whatever their arguments, sorted.
const std::vector<std::string>& allowed_calls();

}  // namespace redcode::sandbox
