// Findings: what `redcode doctor` found on this host, in the order of looking. Each is a check that
// failed, or a part of the host that passes.
#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "doctor/checks.h"

namespace redcode::doctor {

// Whose checks matter to this user's runs with `engine` ("auto", "oci+runsc"). Another engine's
// may fail and yet change nothing.
std::set<Concerns> concerns_of(const std::string& engine, uid_t user);

struct Finding {
  std::string part;
  std::string found;             // what is here, safe to print
  const Check* check = nullptr;  // the one that failed; null: this part passes
  std::string fix = {};          // the check's, or nearer to the case

  // Whether it keeps runs from starting to which only the checks of `whose` matter.
  bool blocks(const std::set<Concerns>& whose) const;
};

class Findings {
 public:
  void pass(std::string_view part, std::string_view found);
  // `name` is a check's; `fix`, if given, takes the place of its general one.
  void fail(std::string_view name, std::string_view found, std::string fix = {});
  // The check `name` passes or fails, and either way this was found.
  void check(std::string_view name, bool passes, std::string_view found);

  const std::vector<Finding>& all() const { return findings_; }
  bool has(std::string_view name) const;
  // The first finding that keeps runs from starting; null: none does.
  const Finding* first_blocking(const std::set<Concerns>& whose) const;
  // Whether something found keeps this engine from running anything.
  bool blocked(Concerns engine) const;

 private:
  std::vector<Finding> findings_;
};

}  // namespace redcode::doctor
