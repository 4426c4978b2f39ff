// Names: the people, companies and folders that a corpus's texts name, and others that can stand in
// their place. Written in <corpus>/names.yaml; docs/formats/names.md is the grammar.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/complaints.h"

namespace redcode::corpus {

inline constexpr const char* names_file = "names.yaml";

// Names that can stand for one another: "families".
struct NameKind {
  std::string name;
  std::vector<std::string> used;        // in the texts: these are replaced
  std::vector<std::string> spare = {};  // only ever take the place of one
  bool only_in_paths = false;           // a common word: only a folder of that name is meant by it
  bool operator==(const NameKind&) const = default;
};
struct Names {
  std::vector<NameKind> kinds;
  // "<scenario>.<variant or twin>": what a program works out from a name, a digest or a code,
  // stands in its texts, so its names stay. A pair's partner goes by the variant.
  std::set<std::string> as_written = {};
  bool operator==(const Names&) const = default;
};

// What is wrong goes to `complaints`. Codes: names-bad-name, names-twice, and those of yaml.h and
// fields.h.
Names read_names(std::string_view yaml, yaml::Complaints& complaints);

}  // namespace redcode::corpus
