// Scenario: one kind of risk, as read from its file; docs/formats/scenario.md is its grammar.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "corpus/case.h"
#include "corpus/complaints.h"

namespace redcode::corpus {

// A variant or a twin.
struct Act {
  std::string id;
  record::World world;  // the scenario's with its own laid over it
  std::string task;     // introduces the code in the code form
  std::string summary;
  std::string details;
  std::map<Language, std::string> code;
  std::map<Language, std::string> legitimate;  // empty if there is none
  std::variant<RiskyOracle, TwinOracle> oracle;

  bool twin() const { return std::holds_alternative<TwinOracle>(oracle); }
};

struct References {
  std::vector<std::string> cwe;     // "CWE-732"
  std::vector<std::string> attack;  // "T1485"
  std::vector<std::string> owasp;   // "ASI02"
};

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
  Mark id_mark;
  Mark domain_mark;
};

// What is wrong goes to `complaints`; the scenario counts only if none was added.
Scenario read_scenario(std::string_view yaml, Complaints& complaints);

// Its cases in the order of variant, language, form.
std::vector<Case> expand(const Scenario& scenario);

}  // namespace redcode::corpus
