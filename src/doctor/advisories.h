// Advisories: holes in the programs that make sandboxes which their makers have closed in newer
// versions, and whether a program inside could get at them here. advisories.md lists them, as known
// when this version was made; nothing is tried.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "doctor/findings.h"

namespace redcode::doctor {

struct Advisory {
  std::string_view program;  // "runc", "crun", "runsc", "docker"
  std::string_view name;     // "CVE-2025-31133"; "-": no one hole, but no longer mended
  // The first good version of each branch that was mended, oldest first. A branch that is not named
  // was not, unless it is newer than all of these.
  std::vector<std::string_view> fixed_in;
  // What packages of distributions that closed it themselves begin with.
  std::vector<std::string_view> fixed_packages;
  std::string_view what;  // what it is, and why it is or is not within reach here
};

const std::vector<Advisory>& advisories();

// Those that hold for this version of a program. `package`: the version its distribution gives it,
// "" if that is not known.
std::vector<Advisory> open_advisories(std::string_view program, std::string_view version,
                                      std::string_view package);

struct Installed {
  std::string program;
  std::string version;
  std::string package = {};  // as Debian and its children know it; "": not from there
};
void judge(const std::vector<Installed>& programs, Findings& findings);

}  // namespace redcode::doctor
