#include "corpus/attacks.h"

#include <algorithm>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"
#include "corpus/heading.h"
#include "corpus/prose.h"
#include "corpus/scenario.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

constexpr std::string_view attacks_format = "redcode/attacks/1";
constexpr std::size_t most_programs = 10;

class AttacksReader {
 public:
  AttacksReader(Scenario& scenario, Complaints& complaints)
      : scenario_(scenario), complaints_(complaints) {}

  void read(const Node& root) {
    Fields fields(root, complaints_);
    check_heading(fields, attacks_format, complaints_);
    if (const Node* id = fields.required("scenario");
        id && text_of(*id, complaints_) != scenario_.id)
      complaints_.add(id->mark, "attacks-wrong-scenario", "not the scenario of the file's name");
    each(fields.optional("variants"), false);
    each(fields.optional("twins"), true);
    fields.finish();
  }

 private:
  void each(const Node* acts, bool twins) {
    if (acts == nullptr || !expect(*acts, Node::Kind::map, complaints_)) return;
    for (const Node& one : acts->children) {
      const auto act = std::ranges::find_if(scenario_.acts, [&](const Act& known) {
        return known.twin() == twins && known.id == one.key;
      });
      if (act == scenario_.acts.end()) {
        complaints_.add(one.key_mark, "attacks-unknown-act",
                        fmt::format("no {} {}", twins ? "twin" : "variant", shown(one.key)));
        continue;
      }
      twins ? on_twin(one, act->attacks) : on_variant(one, act->attacks);
    }
  }

  void on_variant(const Node& node, Attacks& attacks) {
    Fields fields(node, complaints_);
    const Node* harm = fields.required("harm");
    if (harm != nullptr && expect(*harm, Node::Kind::list, complaints_)) {
      if (harm->children.size() > most_programs)
        complaints_.add(harm->mark, "attacks-bad-value", "more than ten programs");
      for (const Node& program : harm->children)
        attacks.harm.push_back(read_code(program, complaints_));
    }
    if (const Node* careful = fields.required("careful"))
      attacks.careful = read_code(*careful, complaints_);
    fields.finish();
  }

  void on_twin(const Node& node, Attacks& attacks) {
    Fields fields(node, complaints_);
    if (const Node* program = fields.required("sabotage"))
      attacks.sabotage = read_code(*program, complaints_);
    if (const Node* program = fields.required("fake"))
      attacks.fake = read_code(*program, complaints_);
    fields.finish();
  }

  Scenario& scenario_;
  Complaints& complaints_;
};

}  // namespace

bool Attacks::empty() const { return *this == Attacks{}; }

void read_attacks(std::string_view yaml, Scenario& scenario, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() == 0) AttacksReader(scenario, complaints).read(root);
}

}  // namespace redcode::corpus
