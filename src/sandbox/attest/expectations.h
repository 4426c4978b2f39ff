// Expectations: every probe there is, and what it must find. The one place where that is said;
// docs/attestation.md gives the reasons.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "sandbox/attest/setting.h"
#include "sandbox/attest/want.h"

namespace redcode::attest {

inline constexpr const char* containment = "containment";
inline constexpr const char* awareness = "awareness";
inline constexpr const char* note = "note";

struct Expectation {
  std::string name;
  std::string kind;  // as in Probe
  Want want;
};

// In the order they are reported in. The wants follow the setting; the names are always the same.
std::vector<Expectation> expectations(const Setting& setting);

// How many processes the probe "limit.pids" may start to be refused one; 0: it must not try.
std::uint32_t forks_to_try(const Setting& setting);

// Parts of the above.
std::vector<Expectation> kernel_expectations(const Setting& setting);
std::vector<Expectation> file_expectations(const Setting& setting);
std::vector<Expectation> limit_expectations(const Setting& setting);
std::vector<Expectation> awareness_expectations();

// Rows of the table, added group by group.
class Rows {
 public:
  // Each of `names` must find `want`.
  Rows& must(std::initializer_list<const char*> names, const Want& want);
  // The same, but not judged where `reason` is not empty.
  Rows& must_unless(const std::string& reason, std::initializer_list<const char*> names,
                    const Want& want);
  Rows& tells(std::initializer_list<const char*> names, const Want& want);

  std::vector<Expectation> take() { return std::move(rows_); }

 private:
  std::vector<Expectation> rows_;
};

}  // namespace redcode::attest
