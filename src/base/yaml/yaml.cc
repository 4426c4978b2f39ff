#include "base/yaml/yaml.h"

#include <re2/re2.h>
#include <yaml.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_set>
#include <utility>

namespace redcode::yaml {
namespace {

std::string_view view(const yaml_char_t* bytes, std::size_t length) {
  // libyaml speaks of bytes as unsigned char.
  return {reinterpret_cast<const char*>(bytes), length};
}

Mark mark_of(const yaml_mark_t& mark) {
  return {.line = static_cast<int>(mark.line) + 1, .column = static_cast<int>(mark.column) + 1};
}

// The place of a byte that is not readable as text, where libyaml gives an offset only.
Mark mark_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {.line = static_cast<int>(std::ranges::count(before, '\n')) + 1,
          .column = static_cast<int>(before.size() - line_start) + 1};
}

// YAML 1.2 core schema, plain scalars only.
Node::Kind resolve(std::string_view plain) {
  static const RE2 null("~|null|Null|NULL|");
  static const RE2 boolean("true|True|TRUE|false|False|FALSE");
  static const RE2 integer("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+");
  static const RE2 number(R"([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?)");
  static const RE2 odd_number(R"([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))");
  const re2::StringPiece scalar(plain.data(), plain.size());
  if (RE2::FullMatch(scalar, null)) return Node::Kind::null;
  if (RE2::FullMatch(scalar, boolean)) return Node::Kind::boolean;
  if (RE2::FullMatch(scalar, integer)) return Node::Kind::integer;
  if (RE2::FullMatch(scalar, number) || RE2::FullMatch(scalar, odd_number)) {
    return Node::Kind::number;
  }
  return Node::Kind::text;
}

// Owns a libyaml parser and its current event, and builds the tree from the events. The functions
// that build return false when reading cannot go on; why is then among the complaints.
class Builder {
 public:
  Builder(std::string_view text, Complaints& complaints) : text_(text), complaints_(complaints) {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  Builder(Builder&&) = delete;
  Builder& operator=(Builder&&) = delete;
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  ~Builder() {
    yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }

  void document(Node& root) {
    if (!next() || !next()) return;  // the stream's start, the document's start
    if (event_.type == YAML_STREAM_END_EVENT) {
      complaints_.add({.line = 1, .column = 1}, "yaml-empty", "the file is empty");
      return;
    }
    if (!next() || !value(root, 1)) return;
    if (!next() || !next()) return;  // the document's end, the stream's end
    if (event_.type != YAML_STREAM_END_EVENT) {
      complaints_.add(here(), "yaml-many-documents", "a second document begins",
                      "one file is one document");
    }
  }

 private:
  Mark here() const { return mark_of(event_.start_mark); }

  bool next() {
    yaml_event_delete(&event_);
    if (yaml_parser_parse(&parser_, &event_) != 0) return true;
    event_ = {};
    const bool unreadable = parser_.error == YAML_READER_ERROR;
    complaints_.add(
        unreadable ? mark_at(text_, parser_.problem_offset) : mark_of(parser_.problem_mark),
        "yaml-syntax", parser_.problem == nullptr ? "not YAML" : parser_.problem);
    return false;
  }

  void refuse_extras(const yaml_char_t* anchor, const yaml_char_t* tag) {
    if (anchor != nullptr) {
      complaints_.add(here(), "yaml-anchor", "anchors are not allowed", "write the value out");
    }
    if (tag != nullptr) {
      complaints_.add(here(), "yaml-tag", "tags are not allowed",
                      "quote text, leave the rest plain");
    }
  }

  // Reads the value whose first event is the current one.
  bool value(Node& node, int depth) {
    node.mark = here();
    if (depth > yaml_depth_limit) {
      complaints_.add(here(), "yaml-too-deep",
                      fmt::format("nested over {} deep", yaml_depth_limit));
      return false;
    }
    switch (event_.type) {
      case YAML_SCALAR_EVENT:
        scalar(node);
        return true;
      case YAML_SEQUENCE_START_EVENT:
        refuse_extras(event_.data.sequence_start.anchor, event_.data.sequence_start.tag);
        return list(node, depth);
      case YAML_MAPPING_START_EVENT:
        refuse_extras(event_.data.mapping_start.anchor, event_.data.mapping_start.tag);
        return map(node, depth);
      default:
        complaints_.add(here(), "yaml-alias", "aliases are not allowed", "write the value out");
        return true;
    }
  }

  void scalar(Node& node) {
    const auto& read = event_.data.scalar;
    refuse_extras(read.anchor, read.tag);
    node.text = view(read.value, read.length);
    node.kind = read.style == YAML_PLAIN_SCALAR_STYLE ? resolve(node.text) : Node::Kind::text;
  }

  bool list(Node& node, int depth) {
    node.kind = Node::Kind::list;
    while (next()) {
      if (event_.type == YAML_SEQUENCE_END_EVENT) return true;
      if (!value(node.children.emplace_back(), depth + 1)) return false;
    }
    return false;
  }

  bool map(Node& node, int depth) {
    node.kind = Node::Kind::map;
    std::unordered_set<std::string> seen;
    while (next()) {
      if (event_.type == YAML_MAPPING_END_EVENT) return true;
      if (!member(node, seen, depth + 1)) return false;
    }
    return false;
  }

  bool member(Node& map, std::unordered_set<std::string>& seen, int depth) {
    Node key;
    if (event_.type != YAML_SCALAR_EVENT) {
      complaints_.add(here(), "yaml-key", "a key must be plain text");
    }
    if (!value(key, depth) || !next()) return false;
    Node member{.key = key.text, .key_mark = key.mark};
    if (!value(member, depth)) return false;
    if (!seen.insert(member.key).second) {
      complaints_.add(member.key_mark, "yaml-duplicate-key",
                      fmt::format("{} is given twice", shown(member.key)));
      return true;
    }
    map.children.push_back(std::move(member));
    return true;
  }

  std::string_view text_;
  Complaints& complaints_;
  yaml_parser_t parser_ = {};
  yaml_event_t event_ = {};
};

}  // namespace

const Node* Node::find(std::string_view wanted) const {
  if (kind != Kind::map) return nullptr;
  const auto found = std::ranges::find(children, wanted, &Node::key);
  return found == children.end() ? nullptr : &*found;
}

std::string_view name(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::text:
      return "text";
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::boolean:
      return "true or false";
    case Node::Kind::integer:
      return "a whole number";
    case Node::Kind::number:
      return "a number";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      return "a map";
  }
  return "";
}

Node parse_yaml(std::string_view text, Complaints& complaints) {
  Node root;
  if (text.size() > yaml_bytes_limit) {
    complaints.add({}, "yaml-too-big",
                   fmt::format("{} bytes are over the limit of {}", text.size(), yaml_bytes_limit));
    return root;
  }
  Builder(text, complaints).document(root);
  return root;
}

}  // namespace redcode::yaml
