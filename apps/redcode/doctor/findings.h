// Findings: what `redcode doctor` found on this host, in the order of looking.
//
// An Check is one trouble that doctor knows: what it means for results, and the one command that
// ends it. They are all in ailments_*.cc, and docs/doctor.md shows the same list. A Finding
// is a check met here, or a part that passes.
#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::app {

// What runs feel of it: there are none; evidence is thinner; they take longer; all but something
// optional works.
enum class Impact { blocks, weakens, slows, limits };

// Whose trouble it is.
enum class Concerns { everything, docker, oci };

struct Check {
  std::string_view name;  // "docker-silent"; stable, for machines
  std::string_view part;  // "docker daemon"; what fails
  Concerns concerns = Concerns::everything;
  Impact impact = Impact::blocks;
  std::string_view sign;     // what is wrong, in general
  std::string_view meaning;  // what follows for results
  std::string_view fix;      // one command; what a person must put in stands behind a #
};

const std::vector<Check>& checks_of_daemons();
const std::vector<Check>& checks_of_hosts();

// What to do about a runtime that the daemon does not offer, or that oci does not find. "": what
// the check says in general.
std::string fix_of_docker_runtime(const std::string& runtime);
std::string fix_of_oci_runtime(const std::string& runtime);

// Whose checks matter to this user's runs with `engine` ("auto", "oci+runsc"). Another engine's
// may be true and yet change nothing.
std::set<Concerns> concerns_of(const std::string& engine, uid_t user);

std::string_view word(Impact impact);
std::string_view word(Concerns concerns);

struct Finding {
  std::string part;
  std::string found;             // what is here, safe to print
  const Check* check = nullptr;  // null: this part passes
  std::string fix = {};          // the check's, or nearer to the case

  // Whether it keeps runs from starting to which only the checks of `whose` matter.
  bool blocks(const std::set<Concerns>& whose) const;
};

class Findings {
 public:
  void pass(std::string_view part, std::string_view found);
  // `name` is a check's; `fix`, if given, takes the place of its general one.
  void fail(std::string_view name, std::string_view found, std::string fix = {});

  const std::vector<Finding>& all() const { return findings_; }
  bool has(std::string_view name) const;
  // The first finding that keeps runs from starting; null: none does.
  const Finding* first_blocking(const std::set<Concerns>& whose) const;
  // Whether something found keeps this engine from running anything.
  bool blocked(Concerns engine) const;

 private:
  std::vector<Finding> findings_;
};

}  // namespace redcode::app
