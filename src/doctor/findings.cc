#include "doctor/findings.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "sandbox/engines/engines.h"

namespace redcode::doctor {
namespace {

constexpr std::size_t longest_line = 220;

}  // namespace

std::set<Concerns> concerns_of(const std::string& engine, uid_t user) {
  const std::string kind = engines::engine_parts(engine).engine;
  std::set<Concerns> whose{Concerns::everything};
  if (kind == "docker" || engine == "auto") whose.insert(Concerns::docker);
  // As runs have it: without root, "auto" does not think of oci.
  if (kind == "oci" || (engine == "auto" && user == 0)) whose.insert(Concerns::oci);
  return whose;
}

bool Finding::blocks(const std::set<Concerns>& whose) const {
  return check != nullptr && check->impact == Impact::blocks && whose.contains(check->concerns);
}

void Findings::pass(std::string_view part, std::string_view found) {
  findings_.push_back({.part = std::string(part), .found = one_line(found, longest_line)});
}

void Findings::fail(std::string_view name, std::string_view found, std::string fix) {
  const Check& failed = check_called(name);
  if (fix.empty()) fix = failed.fix;
  // Failures end by sending people here.
  found = found.substr(0, found.find("; `redcode doctor`"));
  findings_.push_back({.part = std::string(failed.part),
                       .found = one_line(found, longest_line),
                       .check = &failed,
                       .fix = std::move(fix)});
}

void Findings::check(std::string_view name, bool passes, std::string_view found) {
  passes ? pass(check_called(name).part, found) : fail(name, found);
}

bool Findings::has(std::string_view name) const {
  return std::ranges::any_of(findings_, [name](const Finding& finding) {
    return finding.check != nullptr && finding.check->name == name;
  });
}

const Finding* Findings::first_blocking(const std::set<Concerns>& whose) const {
  const auto found = std::ranges::find_if(
      findings_, [&whose](const Finding& finding) { return finding.blocks(whose); });
  return found == findings_.end() ? nullptr : &*found;
}

bool Findings::blocked(Concerns engine) const {
  return first_blocking({Concerns::everything, engine}) != nullptr;
}

}  // namespace redcode::doctor
