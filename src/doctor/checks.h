// Checks: everything that `redcode doctor` can find wrong with a host. checks.md is the list, a row
// for each; docs/doctor.md shows the same to users.
#pragma once

#include <string_view>
#include <vector>

namespace redcode::doctor {

// What runs feel when it fails: there are none; evidence is thinner; they take longer; all but
// something optional works.
enum class Impact { blocks, weakens, slows, limits };

// Which engine's runs feel it.
enum class Concerns { everything, docker, oci };

std::string_view word(Impact impact);
std::string_view word(Concerns concerns);

struct Check {
  std::string_view name;  // "docker-silent"; stable, for machines
  std::string_view part;  // "docker daemon"; what is looked at
  Concerns concerns = Concerns::everything;
  Impact impact = Impact::blocks;
  std::string_view fails_when;
  std::string_view meaning;  // what follows for results
  std::string_view fix;      // one command; what a person must put in stands behind a #
};

const std::vector<Check>& all_checks();
// `name` must be a check's.
const Check& check_called(std::string_view name);

}  // namespace redcode::doctor
