#include "doctor/advisories.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace redcode::app {
namespace {

using Numbers = std::array<int, 3>;

// The first three numbers; gVisor's "release-20221219.0" is 20221219.0.0.
Numbers numbers_of(std::string_view text) {
  Numbers numbers{};
  const std::size_t first = text.find_first_of("0123456789");
  if (first == std::string_view::npos) return numbers;
  const char* at = text.data() + first;
  const char* const end = text.data() + text.size();
  for (int& number : numbers) {
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc() || rest == end || *rest != '.') break;
    at = rest + 1;
  }
  return numbers;
}

bool same_branch(const Numbers& one, const Numbers& other) {
  return one[0] == other[0] && one[1] == other[1];
}

bool is_fixed(const Advisory& advisory, std::string_view version, std::string_view package) {
  const bool mended = std::ranges::any_of(
      advisory.fixed_packages, [&](std::string_view start) { return package.starts_with(start); });
  if (mended) return true;
  const Numbers here = numbers_of(version);
  for (const std::string_view text : advisory.fixed_in) {
    const Numbers fixed = numbers_of(text);
    if (same_branch(here, fixed)) return here >= fixed;
  }
  return here > numbers_of(advisory.fixed_in.back());
}

}  // namespace

// As known when this version was made; `redcode doctor` says so.
const std::vector<Advisory>& advisories() {
  static const std::vector<Advisory> all = {
      {"runc",
       "CVE-2025-31133",
       {"1.2.8", "1.3.3"},
       {},
       "masked paths could be bent by who makes a container; here the harness alone does"},
      {"runc",
       "CVE-2025-52565",
       {"1.2.8", "1.3.3"},
       {},
       "/dev/console could be bent while a container starts; nothing of an agent's runs then"},
      {"runc",
       "CVE-2025-52881",
       {"1.2.8", "1.3.3"},
       {},
       "writes to /proc could be led astray by mounts shared between containers; none are"},
      {"runc",
       "CVE-2024-45310",
       {"1.1.14", "1.2.0"},
       {},
       "empty files could be made on the host through shared volumes; none are writable"},
      {"runc",
       "CVE-2024-21626",
       {"1.1.12"},
       {"1.1.5+ds1-1+deb12u"},
       "a leaked descriptor leads to the host's files; working directories come from cases"},
      {"crun", "CVE-2025-24965", {"1.20"}, {}, "of its krun handler, which is not used"},
      {"crun",
       "CVE-2022-27650",
       {"1.4.4"},
       {},
       "inheritable capabilities; sandboxes have none at all"},
      {"runsc",
       "",
       {"20250101.0"},
       {},
       "older than 2025: gVisor mends nothing in old releases; take Google's package"},
      {"docker",
       "CVE-2024-41110",
       {"23.0.15", "25.0.6", "26.1.5", "27.1.1"},
       {},
       "authorisation plugins could be passed by; redcode relies on none"},
      {"docker", "", {"25.0.0"}, {}, "no longer mended by its makers; a distribution may"},
  };
  return all;
}

std::vector<Advisory> open_advisories(std::string_view program, std::string_view version,
                                      std::string_view package) {
  std::vector<Advisory> open;
  for (const Advisory& advisory : advisories()) {
    if (advisory.program == program && !is_fixed(advisory, version, package))
      open.push_back(advisory);
  }
  return open;
}

}  // namespace redcode::app
