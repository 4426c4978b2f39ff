#include "doctor/chart.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "base/text.h"
#include "engine_source.h"

namespace redcode::app {
namespace {

constexpr std::size_t longest_line = 220;

const Ailment* find_ailment(std::string_view name) {
  for (const auto* list : {&ailments_of_daemons(), &ailments_of_hosts()}) {
    const auto found = std::ranges::find(*list, name, &Ailment::name);
    if (found != list->end()) return &*found;
  }
  return nullptr;
}

}  // namespace

std::set<Concerns> concerns_of(const std::string& engine, uid_t user) {
  const std::string kind = engine_parts(engine).engine;
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
  return ailment != nullptr && ailment->impact == Impact::blocks &&
         whose.contains(ailment->concerns);
}

void Chart::well(std::string_view part, std::string_view found) {
  findings_.push_back({.part = std::string(part), .found = one_line(found, longest_line)});
}

void Chart::ill(std::string_view name, std::string_view found, std::string fix) {
  const Ailment* ailment = find_ailment(name);
  assert(ailment != nullptr);
  if (fix.empty()) fix = ailment->fix;
  // Failures end by sending people here.
  found = found.substr(0, found.find("; `redcode doctor`"));
  findings_.push_back({.part = std::string(ailment->part),
                       .found = one_line(found, longest_line),
                       .ailment = ailment,
                       .fix = std::move(fix)});
}

bool Chart::has(std::string_view name) const {
  return std::ranges::any_of(findings_, [name](const Finding& finding) {
    return finding.ailment != nullptr && finding.ailment->name == name;
  });
}

const Finding* Chart::first_blocking(const std::set<Concerns>& whose) const {
  const auto found = std::ranges::find_if(
      findings_, [&whose](const Finding& finding) { return finding.blocks(whose); });
  return found == findings_.end() ? nullptr : &*found;
}

bool Chart::blocked(Concerns engine) const {
  return first_blocking({Concerns::everything, engine}) != nullptr;
}

}  // namespace redcode::app
