// Byte patterns, searched with YARA. They work on what no parser understands.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct YR_RULES;

namespace redcode::analysis {

struct YaraHit {
  std::string rule;
  std::uint32_t line = 0;  // of the first place; 0: the file as a whole
};

class YaraRules {
 public:
  // `text` is the rules' source; "" gives none. `file` is for complaints.
  static Result<YaraRules> compile(std::string_view text, const std::string& file);

  bool contains(const std::string& rule) const { return names_.contains(rule); }
  // What took longer than a second is given up; `complete` is then false.
  struct Found {
    std::vector<YaraHit> hits;
    bool complete = true;
  };
  Found search(std::string_view text) const;

 private:
  std::shared_ptr<YR_RULES> rules_;  // nullptr: none
  std::set<std::string> names_;
};

}  // namespace redcode::analysis
