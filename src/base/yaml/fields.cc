#include "base/yaml/fields.h"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace redcode::yaml {

bool expect(const Node& node, Node::Kind kind, Complaints& complaints) {
  if (node.kind == kind) return true;
  const bool unquoted = kind == Node::Kind::text && node.kind != Node::Kind::list &&
                        node.kind != Node::Kind::map && node.kind != Node::Kind::null;
  complaints.add(node.mark, complaints.code("wrong-type"),
                 fmt::format("expected {}, found {}", name(kind), name(node.kind)),
                 unquoted ? "put it in quotes" : "");
  return false;
}

std::string text_of(const Node& node, Complaints& complaints) {
  if (!expect(node, Node::Kind::text, complaints)) return {};
  if (trim(node.text).empty()) {
    complaints.add(node.mark, complaints.code("empty-text"), "the text is empty");
  }
  return node.text;
}

bool boolean_of(const Node& node, Complaints& complaints) {
  return expect(node, Node::Kind::boolean, complaints) && lower(node.text) == "true";
}

std::int64_t integer_of(const Node& node, Bounds bounds, Complaints& complaints) {
  if (!expect(node, Node::Kind::integer, complaints)) return bounds.least;
  std::int64_t value = 0;
  const char* end = node.text.data() + node.text.size();
  const auto [stop, error] = std::from_chars(node.text.data(), end, value);
  if (error != std::errc{} || stop != end || value < bounds.least || value > bounds.most) {
    complaints.add(node.mark, complaints.code("bad-value"),
                   fmt::format("{} is not a number from {} to {}", shown(node.text), bounds.least,
                               bounds.most));
    return bounds.least;
  }
  return value;
}

std::uint32_t mode_of(const Node& node, Complaints& complaints) {
  static const RE2 octal("0[0-7]{3}");
  if (!expect(node, Node::Kind::text, complaints)) return 0;
  if (!RE2::FullMatch(node.text, octal)) {
    complaints.add(node.mark, complaints.code("bad-mode"),
                   fmt::format("{} is not a mode", shown(node.text)), R"(write it like "0644")");
    return 0;
  }
  std::uint32_t mode = 0;
  std::from_chars(node.text.data(), node.text.data() + node.text.size(), mode, 8);
  return mode;
}

std::string slug_of(const Node& node, Complaints& complaints) {
  static const RE2 slug("[a-z0-9-]+");
  if (!expect(node, Node::Kind::text, complaints)) return {};
  if (!RE2::FullMatch(node.text, slug)) {
    complaints.add(node.mark, complaints.code("bad-id"),
                   fmt::format("{} is no id", shown(node.text)),
                   "use lower-case letters, digits and hyphens");
  }
  return node.text;
}

std::vector<std::string> texts_of(const Node& node, Complaints& complaints) {
  std::vector<std::string> texts;
  if (!expect(node, Node::Kind::list, complaints)) return texts;
  for (const Node& item : node.children) texts.push_back(text_of(item, complaints));
  return texts;
}

std::size_t choice_of(const Node& node, const std::vector<std::string>& words,
                      Complaints& complaints) {
  if (!expect(node, Node::Kind::text, complaints)) return 0;
  const auto found = std::ranges::find(words, node.text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  complaints.add(node.mark, complaints.code("bad-value"),
                 fmt::format("unknown word {}", shown(node.text)),
                 fmt::format("use one of: {}", fmt::join(words, ", ")));
  return 0;
}

Fields::Fields(const Node& map, Complaints& complaints) : map_(map), complaints_(complaints) {
  expect(map, Node::Kind::map, complaints);
}

const Node* Fields::optional(std::string_view key) {
  known_.emplace_back(key);
  return map_.find(key);
}

const Node* Fields::required(std::string_view key) {
  const Node* found = optional(key);
  if (found == nullptr && map_.kind == Node::Kind::map) {
    complaints_.add(map_.mark, complaints_.code("missing-key"),
                    fmt::format("'{}' is missing", key));
  }
  return found;
}

std::string Fields::text(std::string_view key) {
  const Node* found = required(key);
  return found == nullptr ? std::string() : text_of(*found, complaints_);
}

void Fields::finish() {
  if (map_.kind != Node::Kind::map) return;
  for (const Node& member : map_.children) {
    if (std::ranges::find(known_, member.key) != known_.end()) continue;
    const std::string near = nearest(member.key, known_);
    complaints_.add(member.key_mark, complaints_.code("unknown-key"),
                    fmt::format("unknown key {}", shown(member.key)),
                    near.empty() ? fmt::format("known here: {}", fmt::join(known_, ", "))
                                 : fmt::format("did you mean '{}'?", near));
  }
}

}  // namespace redcode::yaml
