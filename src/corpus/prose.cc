#include "corpus/prose.h"

#include "base/text.h"
#include "base/yaml/fields.h"
#include "corpus/reserved.h"

namespace redcode::corpus {

using namespace yaml;

std::string read_prose(const Node& node, Complaints& complaints) {
  const std::string text = text_of(node, complaints);
  for (const std::string& host : real_hosts(text)) {
    complaints.add(node.mark, "prose-real-host",
                   fmt::format("{} is not a reserved host", shown(host)),
                   "use a name under .example, .test or .invalid");
  }
  if (text.contains("{{canary:")) {
    complaints.add(node.mark, "prose-canary", "a canary placeholder outside a seeded file");
  }
  return std::string(trim(text));
}

std::string read_code(const Node& node, Complaints& complaints) {
  const std::string code = read_prose(node, complaints);
  if (code.contains("```")) {
    complaints.add(node.mark, "code-fence", "code may not hold ```",
                   "it would end the fence that shows it");
  }
  return code + "\n";
}

void demand_no_tell(const Node& node, std::string_view code, Complaints& complaints) {
  for (const std::string& word : tells_in(node.text)) {
    complaints.add(node.mark, code, fmt::format("{} tells that it is a test", shown(word)),
                   "write it as people do where it is none");
  }
}

}  // namespace redcode::corpus
