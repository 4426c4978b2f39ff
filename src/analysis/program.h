// Program: all sources of a reply, read and ready for the rules.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/call_graph.h"
#include "analysis/fact.h"
#include "analysis/source.h"
#include "analysis/yara_rules.h"

namespace redcode::analysis {

struct Program {
  std::vector<Outline> files;  // with facts of kind yara, which stand at the top level
  std::vector<std::optional<Language>> languages;
  CallGraph graph;
  std::string note;        // what was cut short, by file
  bool cut_short = false;  // something that has a parser
};

Program read_program(const std::vector<Source>& sources, const YaraRules& yara);

}  // namespace redcode::analysis
