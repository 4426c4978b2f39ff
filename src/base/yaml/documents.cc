#include "base/yaml/documents.h"

#include <yaml.h>

#include <string>

#include "base/yaml/yaml.h"

namespace redcode::yaml {
namespace {

using Value = nlohmann::json;

constexpr std::size_t most_nodes = 100'000;
constexpr std::size_t most_documents = 1'000;

class Parser {
 public:
  explicit Parser(std::string_view text) : ready_(yaml_parser_initialize(&parser_) != 0) {
    if (!ready_) return;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as libyaml takes bytes
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    yaml_parser_set_input_string(&parser_, bytes, text.size());
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  Parser(Parser&&) = delete;
  Parser& operator=(Parser&&) = delete;
  ~Parser() {
    if (ready_) yaml_parser_delete(&parser_);
  }
  bool ready() const { return ready_; }
  yaml_parser_t* get() { return &parser_; }

 private:
  yaml_parser_t parser_{};
  bool ready_;
};

// libyaml takes time quadratic in how deep brackets are nested, and in anchors times aliases. Text
// that has as many of them in quotes is refused too.
bool takes_too_long(std::string_view text) {
  constexpr int deepest = 200;
  constexpr int most_anchors = 2'000;
  constexpr int most_aliases = 5'000;
  int depth = 0;
  int anchors = 0;
  int aliases = 0;
  for (const char c : text) {
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && depth > 0) --depth;
    if (c == '&') ++anchors;
    if (c == '*') ++aliases;
    if (depth > deepest) return true;
  }
  return anchors > most_anchors || aliases > most_aliases;
}

// One document, to be released whatever happens.
class Document {
 public:
  Document() = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  Document(Document&&) = delete;
  Document& operator=(Document&&) = delete;
  ~Document() {
    if (loaded_) yaml_document_delete(&document_);
  }
  bool load(yaml_parser_t* parser) {
    loaded_ = yaml_parser_load(parser, &document_) != 0;
    return loaded_;
  }
  yaml_document_t* get() { return &document_; }

 private:
  yaml_document_t document_{};
  bool loaded_ = false;
};

class Converter {
 public:
  Converter(yaml_document_t* document, std::size_t& nodes) : document_(document), nodes_(nodes) {}

  // An alias may lead back to where it stands, or multiply: both end at a limit.
  std::optional<Value> value(int index, int depth) {
    const yaml_node_t* node = yaml_document_get_node(document_, index);
    if (node == nullptr || depth > yaml_depth_limit || ++nodes_ > most_nodes) return std::nullopt;
    switch (node->type) {
      case YAML_SCALAR_NODE:
        return scalar(*node);
      case YAML_SEQUENCE_NODE:
        return sequence(*node, depth);
      case YAML_MAPPING_NODE:
        return mapping(*node, depth);
      default:
        return std::nullopt;
    }
  }

 private:
  static std::string text(const yaml_node_t& node) {
    // libyaml counts bytes of its own kind of char.
    return {reinterpret_cast<const char*>(  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
                node.data.scalar.value),
            node.data.scalar.length};
  }

  static Value scalar(const yaml_node_t& node) {
    std::string written = text(node);
    const bool plain = node.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (plain && (written.empty() || written == "~" || written == "null")) return nullptr;
    return written;
  }

  std::optional<Value> sequence(const yaml_node_t& node, int depth) {
    Value list = Value::array();
    const auto& items = node.data.sequence.items;
    for (const yaml_node_item_t* item = items.start; item != items.top; ++item) {
      std::optional<Value> one = value(*item, depth + 1);
      if (!one) return std::nullopt;
      list.push_back(*std::move(one));
    }
    return list;
  }

  std::optional<Value> mapping(const yaml_node_t& node, int depth) {
    Value map = Value::object();
    Value merged = Value::object();
    const auto& pairs = node.data.mapping.pairs;
    for (const yaml_node_pair_t* pair = pairs.start; pair != pairs.top; ++pair) {
      const yaml_node_t* key = yaml_document_get_node(document_, pair->key);
      if (key == nullptr || key->type != YAML_SCALAR_NODE) return std::nullopt;
      std::optional<Value> one = value(pair->value, depth + 1);
      if (!one) return std::nullopt;
      const std::string name = text(*key);
      if (name == "<<") {
        merge(*one, merged);
      } else {
        map[name] = *std::move(one);
      }
    }
    // A key of its own counts before a merged one.
    for (const auto& [name, inherited] : merged.items()) {
      if (!map.contains(name)) map[name] = inherited;
    }
    return map;
  }

  static void merge(const Value& from, Value& merged) {
    if (from.is_array()) {
      for (const Value& one : from) merge(one, merged);
    }
    if (!from.is_object()) return;
    for (const auto& [name, inherited] : from.items()) {
      if (!merged.contains(name)) merged[name] = inherited;
    }
  }

  yaml_document_t* document_;
  std::size_t& nodes_;
};

}  // namespace

std::optional<std::vector<Value>> read_documents(std::string_view text) {
  if (text.size() > yaml_bytes_limit || takes_too_long(text)) return std::nullopt;
  Parser parser(text);
  if (!parser.ready()) return std::nullopt;
  std::vector<Value> documents;
  std::size_t nodes = 0;
  while (documents.size() < most_documents) {
    Document document;
    if (!document.load(parser.get())) return std::nullopt;
    if (yaml_document_get_root_node(document.get()) == nullptr) return documents;
    std::optional<Value> root = Converter(document.get(), nodes).value(1, 1);
    if (!root) return std::nullopt;
    documents.push_back(*std::move(root));
  }
  return std::nullopt;
}

}  // namespace redcode::yaml
