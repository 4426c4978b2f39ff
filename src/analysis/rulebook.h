// Rulebook: the rules that say which code has which capability. They are data: one YAML file for
// each family and one for what only supports, with byte patterns for YARA beside them. The format
// is in docs/analysis.md.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/rule.h"
#include "analysis/source.h"
#include "base/result.h"

namespace redcode::analysis {

class PatternSets;
class YaraRules;

// Whether rules are tried on their own examples, which takes most of the time of loading them.
enum class Examples : std::uint8_t { checked, trusted };

// Immutable once loaded, cheap to copy, and usable from several threads.
class Rulebook {
 public:
  // Reads every *.yaml in `folder` and patterns.yar if it is there. All mistakes are told, each
  // with its place.
  static std::expected<Rulebook, std::vector<Error>> load(const std::filesystem::path& folder,
                                                          Examples examples = Examples::checked);

  // "rules " and 12 hex digits: another one for any change to the files.
  std::string version() const { return version_; }
  const std::vector<Family>& families() const { return families_; }
  // In order; a rule's place is its number.
  const std::vector<Rule>& rules() const { return rules_; }
  const Family* family(std::string_view id) const;
  const Capability* capability(std::string_view id) const;
  // The same without the rule of that id, for tests of what each rule is good for.
  Rulebook without(std::string_view rule) const;

  const PatternSets& patterns() const { return *patterns_; }
  const YaraRules& yara() const { return *yara_; }

 private:
  friend class RulebookLoader;
  Rulebook() = default;

  std::string version_;
  std::vector<Family> families_;
  std::vector<Rule> rules_;
  std::shared_ptr<const PatternSets> patterns_;
  std::shared_ptr<const YaraRules> yara_;
};

}  // namespace redcode::analysis
