// YAML text to a tree of nodes that know where they stand.
//
// Strict on purpose: one document, no tags, anchors, aliases or duplicate keys, bounded size and
// depth, scalars by the YAML 1.2 core schema (`no` is text). What is wrong is told with line and
// column, all of it and not only the first.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/complaints.h"

namespace redcode::yaml {

inline constexpr std::size_t yaml_bytes_limit = std::size_t{1} << 20U;
inline constexpr int yaml_depth_limit = 64;

struct Node {
  enum class Kind { text, null, boolean, integer, number, list, map };

  Kind kind = Kind::null;
  Mark mark = {};
  std::string text = {};            // a scalar as written, without its quotes
  std::string key = {};             // if it is a member of a map
  Mark key_mark = {};               // where that key stands
  std::vector<Node> children = {};  // a list's items, a map's members in the order written

  // The member called `wanted`, or nullptr; a node that is no map has no members.
  const Node* find(std::string_view wanted) const;
};

// "text", "a list", ... for messages.
std::string_view name(Node::Kind kind);

// Codes: yaml-too-big, yaml-syntax, yaml-too-deep, yaml-duplicate-key, yaml-tag, yaml-anchor,
// yaml-alias, yaml-key, yaml-many-documents, yaml-empty. The tree counts only if none was added.
Node parse_yaml(std::string_view text, Complaints& complaints);

}  // namespace redcode::yaml
