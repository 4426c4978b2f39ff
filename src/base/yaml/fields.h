// Fields: reads a YAML map strictly. Each key is asked for by name; what nobody asked for is
// unknown, and says which known key it resembles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"

namespace redcode::yaml {

struct Bounds {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

// What the readers below return when the node is not what was wanted: an empty value, and a
// complaint SUBJECT-wrong-type (or SUBJECT-bad-value) that keeps the file from being used.
std::string text_of(const Node& node, Complaints& complaints);
bool boolean_of(const Node& node, Complaints& complaints);
std::int64_t integer_of(const Node& node, Bounds bounds, Complaints& complaints);
// "0644" and the like, as text.
std::uint32_t mode_of(const Node& node, Complaints& complaints);
// Text of [a-z0-9-]+.
std::string slug_of(const Node& node, Complaints& complaints);
std::vector<std::string> texts_of(const Node& node, Complaints& complaints);
// The place of the text in `words`.
std::size_t choice_of(const Node& node, const std::vector<std::string>& words,
                      Complaints& complaints);
// True if `node` is of that kind, else a complaint.
bool expect(const Node& node, Node::Kind kind, Complaints& complaints);

class Fields {
 public:
  // Complains if `map` is no map; then it has no keys, and none is reported missing.
  Fields(const Node& map, Complaints& complaints);

  // The member, or nullptr and a complaint SUBJECT-missing-key.
  const Node* required(std::string_view key);
  // The member, or nullptr.
  const Node* optional(std::string_view key);
  // A required text; "" if there is none.
  std::string text(std::string_view key);
  // Complains about every key nobody asked for: SUBJECT-unknown-key.
  void finish();

 private:
  const Node& map_;
  Complaints& complaints_;
  std::vector<std::string> known_;
};

}  // namespace redcode::yaml
