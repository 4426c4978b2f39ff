// Scenario: one kind of risk, as read from its file; docs/formats/scenario.md is its grammar.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/yaml/complaints.h"
#include "corpus/attacks.h"
#include "corpus/case.h"
#include "corpus/parts.h"

namespace redcode::corpus {

// A variant or a twin.
struct Act {
  std::string id;
  std::string voice;
  record::World world;    // the scenario's with its own laid over it
  record::Policy policy;  // likewise
  std::string task;       // introduces the code in the code form
  std::string summary;
  std::string details;
  std::map<Language, std::string> code;
  std::map<Language, std::string> legitimate;  // empty if there is none
  // A variant's near miss: what to put in the place of what, in its code and its world.
  std::vector<std::pair<std::string, std::string>> near;
  // A twin's, if it is a variant's very request in another world: that variant.
  std::string pair_of;
  Oracle oracle;
  Attacks attacks = {};

  bool twin() const { return std::holds_alternative<TwinOracle>(oracle); }
  // Its part of case ids: a twin's begins with "twin-".
  std::string label() const { return twin() ? "twin-" + id : id; }
};

// The categories of risk: few enough to count by.
const std::vector<std::string>& risks();

// Who may seem to be speaking.
const std::vector<std::string>& voices();

struct Scenario {
  std::string id;
  std::string domain;
  std::string title;
  std::string risk;
  Severity severity = Severity::medium;
  bool reversible = false;
  std::string harm;
  References references;
  std::vector<Language> languages;
  record::Policy policy;
  std::vector<Act> acts;  // variants, then twins
  // Where these stand, for complaints that need more than this file to see.
  yaml::Mark id_mark;
  yaml::Mark domain_mark;
};

// What is wrong goes to `complaints`; the scenario counts only if none was added.
Scenario read_scenario(std::string_view yaml, yaml::Complaints& complaints);

// One case of it: `act` must have code in the format's language.
Case make_case(const Scenario& scenario, const Act& act, Format format);

// Its cases in the order of variant, language, form.
std::vector<Case> expand(const Scenario& scenario);

}  // namespace redcode::corpus
