#include "analysis/vocabulary.h"

#include <array>

#include "base/yaml/fields.h"

namespace redcode::analysis {
namespace {

// Where a text may stand that says what a program is about: a path, a program's name.
constexpr auto anywhere =
    std::to_array({Kind::call, Kind::string, Kind::assign, Kind::use, Kind::loop});

}  // namespace

using yaml::Fields;
using yaml::Node;

void Vocabulary::read(std::string_view text, yaml::Complaints& complaints) {
  const Node root = yaml::parse_yaml(text, complaints);
  if (complaints.count() > 0) return;
  Fields fields(root, complaints);
  const Node* words = fields.required("words");
  if (words != nullptr && expect(*words, Node::Kind::list, complaints))
    for (const Node& one : words->children) read_word(one, complaints);
  fields.finish();
}

void Vocabulary::read_word(const Node& node, yaml::Complaints& complaints) {
  Fields fields(node, complaints);
  std::string id;
  if (const Node* written = fields.required("id")) id = yaml::slug_of(*written, complaints);
  fields.text("meaning");
  std::vector<WordPattern> patterns;
  for (std::size_t number = 0; number < all_kinds; ++number) {
    const Node* list = fields.optional(kind_names.at(number));
    if (list == nullptr) continue;
    for (std::string& pattern : yaml::texts_of(*list, complaints))
      patterns.push_back({.kind = static_cast<Kind>(number), .pattern = std::move(pattern)});
  }
  if (const Node* list = fields.optional("text"))
    for (const std::string& pattern : yaml::texts_of(*list, complaints))
      for (const Kind kind : anywhere) patterns.push_back({.kind = kind, .pattern = pattern});
  fields.finish();
  if (patterns.empty()) complaints.add(node.mark, "rules-empty", "a word has no pattern");
  if (!words_.emplace(id, std::move(patterns)).second)
    complaints.add(node.mark, "rules-duplicate", "there are two words " + id);
}

const std::vector<WordPattern>* Vocabulary::find(std::string_view word) const {
  const auto found = words_.find(word);
  return found != words_.end() ? &found->second : nullptr;
}

}  // namespace redcode::analysis
