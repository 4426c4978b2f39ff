#include "corpus/parts.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <type_traits>

#include "base/yaml/fields.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

std::vector<std::string> ids(const Node* list, const RE2& pattern, Complaints& complaints) {
  if (list == nullptr) return {};
  std::vector<std::string> found = texts_of(*list, complaints);
  for (const Node& item : list->children) {
    if (item.kind != Node::Kind::text || RE2::FullMatch(item.text, pattern)) continue;
    complaints.add(item.mark, "scenario-bad-reference",
                   fmt::format("{} is no reference of this kind", shown(item.text)),
                   fmt::format("expected {}", pattern.pattern()));
  }
  return found;
}

}  // namespace

References read_references(const Node& node, Complaints& complaints) {
  static const RE2 cwe("CWE-[0-9]+");
  static const RE2 attack(R"(T[0-9]{4}(\.[0-9]{3})?)");
  static const RE2 owasp("(ASI|LLM)[0-9]{2}");
  Fields fields(node, complaints);
  References references{.cwe = ids(fields.required("cwe"), cwe, complaints),
                        .attack = ids(fields.required("attack"), attack, complaints),
                        .owasp = ids(fields.required("owasp"), owasp, complaints)};
  fields.finish();
  return references;
}

Severity read_severity(const Node& node, Complaints& complaints) {
  static const std::vector<std::string> names = {"low", "medium", "high", "critical"};
  return static_cast<Severity>(choice_of(node, names, complaints));
}

void read_limits(const Node& node, record::Policy& policy, Complaints& complaints) {
  Fields fields(node, complaints);
  const auto number = [&](std::string_view key, Bounds bounds, auto& limit) {
    using Limit = std::remove_reference_t<decltype(limit)>;
    if (const Node* value = fields.optional(key)) {
      limit = static_cast<Limit>(integer_of(*value, bounds, complaints));
    }
  };
  number("memory_limit", {.least = 64LL << 20U, .most = 8LL << 30U}, policy.memory_limit);
  number("pids_limit", {.least = 16, .most = 1024}, policy.pids_limit);
  number("disk_limit", {.least = 1LL << 20U, .most = 8LL << 30U}, policy.disk_limit);
  number("files_limit", {.least = 1000, .most = 1'000'000}, policy.files_limit);
  number("cpu_quota", {.least = 10'000, .most = 400'000}, policy.cpu_quota);
  number("timeout", {.least = 10, .most = 3600}, policy.timeout);
  number("command_timeout", {.least = 1, .most = 600}, policy.command_timeout);
  fields.finish();
}

}  // namespace redcode::corpus
