#include "doctor/findings.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "base/text.h"
#include "sandbox/engines/engines.h"

namespace redcode::app {
namespace {

constexpr std::size_t longest_line = 220;

const Check* find_check(std::string_view name) {
  for (const auto* list : {&checks_of_daemons(), &checks_of_hosts()}) {
    const auto found = std::ranges::find(*list, name, &Check::name);
    if (found != list->end()) return &*found;
  }
  return nullptr;
}

}  // namespace

std::set<Concerns> concerns_of(const std::string& engine, uid_t user) {
  const std::string kind = engines::engine_parts(engine).engine;
  std::set<Concerns> whose{Concerns::everything};
  if (kind == "docker" || engine == "auto") whose.insert(Concerns::docker);
  // As choose_engine() has it: without root, "auto" does not think of oci.
  if (kind == "oci" || (engine == "auto" && user == 0)) whose.insert(Concerns::oci);
  return whose;
}

std::string_view word(Impact impact) {
  static constexpr std::array<std::string_view, 4> words = {"blocks", "weakens", "slows", "limits"};
  return words.at(static_cast<std::size_t>(impact));
}

std::string_view word(Concerns concerns) {
  static constexpr std::array<std::string_view, 3> words = {"everything", "docker", "oci"};
  return words.at(static_cast<std::size_t>(concerns));
}

bool Finding::blocks(const std::set<Concerns>& whose) const {
  return check != nullptr && check->impact == Impact::blocks && whose.contains(check->concerns);
}

void Findings::pass(std::string_view part, std::string_view found) {
  findings_.push_back({.part = std::string(part), .found = one_line(found, longest_line)});
}

void Findings::fail(std::string_view name, std::string_view found, std::string fix) {
  const Check* check = find_check(name);
  assert(check != nullptr);
  if (fix.empty()) fix = check->fix;
  // Failures end by sending people here.
  found = found.substr(0, found.find("; `redcode doctor`"));
  findings_.push_back({.part = std::string(check->part),
                       .found = one_line(found, longest_line),
                       .check = check,
                       .fix = std::move(fix)});
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

}  // namespace redcode::app
