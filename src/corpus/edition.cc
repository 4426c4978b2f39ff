#include "corpus/edition.h"

#include <algorithm>

#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"
#include "corpus/heading.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

constexpr std::string_view edition_format = "redcode/corpus/1";

Release read_release(const Node& node, Complaints& complaints) {
  Fields fields(node, complaints);
  Release release{.version = fields.text("version"), .digest = fields.text("digest")};
  fields.finish();
  return release;
}

Quarantined read_quarantined(const Node& node, Complaints& complaints) {
  Fields fields(node, complaints);
  Quarantined one{
      .case_id = fields.text("case"), .erratum = fields.text("erratum"), .mark = node.mark};
  fields.finish();
  return one;
}

template <class Item>
std::vector<Item> list_of(const Node* list, Item (*read)(const Node&, Complaints&),
                          Complaints& complaints) {
  std::vector<Item> items;
  if (list == nullptr || !expect(*list, Node::Kind::list, complaints)) return items;
  for (const Node& item : list->children) items.push_back(read(item, complaints));
  return items;
}

}  // namespace

bool Quarantined::covers(std::string_view id) const {
  return id == case_id || (id.starts_with(case_id) && id.substr(case_id.size()).starts_with('.'));
}

std::string Edition::released_digest() const {
  const auto found = std::ranges::find(released, version, &Release::version);
  return found == released.end() ? "" : found->digest;
}

Edition read_edition(std::string_view yaml, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return {};
  Edition edition;
  Fields fields(root, complaints);
  check_heading(fields, edition_format, complaints);
  edition.name = fields.text("name");
  if (const Node* version = fields.required("version")) {
    edition.version = text_of(*version, complaints);
    edition.version_mark = version->mark;
  }
  edition.released = list_of(fields.required("released"), read_release, complaints);
  edition.quarantine = list_of(fields.required("quarantine"), read_quarantined, complaints);
  fields.finish();
  return edition;
}

}  // namespace redcode::corpus
