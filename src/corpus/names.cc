#include "corpus/names.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"
#include "corpus/heading.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

constexpr std::string_view names_format = "redcode/names/1";
// Shorter ones stand in too many words to be told from them.
constexpr std::size_t shortest_name = 3;

class NamesReader {
 public:
  explicit NamesReader(Complaints& complaints) : complaints_(complaints) {}

  Names read(const Node& root) {
    Fields fields(root, complaints_);
    check_heading(fields, names_format, complaints_);
    Names names;
    if (const Node* kept = fields.optional("as_written")) {
      const std::vector<std::string> acts = texts_of(*kept, complaints_);
      names.as_written.insert(acts.begin(), acts.end());
    }
    const Node* kinds = fields.required("kinds");
    if (kinds != nullptr && expect(*kinds, Node::Kind::map, complaints_)) {
      for (const Node& one : kinds->children) names.kinds.push_back(kind(one));
    }
    fields.finish();
    return names;
  }

 private:
  NameKind kind(const Node& node) {
    Fields fields(node, complaints_);
    NameKind kind{.name = node.key, .used = {}};
    if (const Node* used = fields.required("used")) {
      kind.used = words(*used);
      for (const Node& one : used->children) demand_once(one);
    }
    if (const Node* spare = fields.required("spare")) kind.spare = words(*spare);
    if (const Node* where = fields.optional("only_in_paths"))
      kind.only_in_paths = boolean_of(*where, complaints_);
    fields.finish();
    return kind;
  }

  std::vector<std::string> words(const Node& list) {
    for (const Node& one : list.children) {
      const bool letters =
          std::ranges::all_of(one.text, [](char c) { return c >= 'a' && c <= 'z'; });
      if (letters && one.text.size() >= shortest_name) continue;
      complaints_.add(one.mark, "names-bad-name", fmt::format("{} is no name", shown(one.text)),
                      "three or more letters from a to z, in lower case");
    }
    return texts_of(list, complaints_);
  }

  // A name of two kinds would have to become two others.
  void demand_once(const Node& name) {
    if (used_.insert(name.text).second) return;
    complaints_.add(name.mark, "names-twice", fmt::format("{} is used twice", shown(name.text)));
  }

  Complaints& complaints_;
  std::set<std::string> used_;
};

}  // namespace

Names read_names(std::string_view yaml, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return {};
  return NamesReader(complaints).read(root);
}

}  // namespace redcode::corpus
