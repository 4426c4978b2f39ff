// A rulebook of a few harmless rules, written to a folder of its own.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "analysis/rulebook.h"
#include "base/temp_dir.h"

namespace redcode::analysis {

inline constexpr std::string_view tiny_rules = R"(family: toys
complete: [[paint, ring]]
capabilities:
  - id: paint
    title: paints
    telling: true
    rules:
      - id: paints-twice
        languages: [python]
        reason: paints and paints over
        all:
          - call: ['^paint\(']
            but-not: ['"water"']
          - call: ['^over\(']
        unless:
          - call: ['^wash\(']
        examples:
          positive: ["paint(1)\nover(2)\n", "def f():\n  paint(1)\n  g()\ndef g():\n  over(2)\n"]
          negative: ["paint(1)\n", "paint(1)\nover(2)\nwash(3)\n", "paint(\"water\")\nover(1)\n"]
  - id: ring
    title: rings
    telling: false
    rules:
      - id: rings-a-bell
        reason: rings a bell
        within: file
        all:
          - call: ['^ring\b']
            yara: [bell]
        examples:
          positive: ["ring()\n", {language: bash, code: "ring now\n"}]
          negative: ["sing()\n", "x = 'ring'\n"]
)";

inline constexpr std::string_view tiny_patterns =
    "rule bell { strings: $a = \"ding dong\" condition: $a }\n";

// Its files can be changed before it is loaded.
class TinyRules {
 public:
  TinyRules() {
    write("toys.yaml", tiny_rules);
    write("patterns.yar", tiny_patterns);
  }
  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_.path() / name) << text;
  }
  auto load() const { return Rulebook::load(folder_.path()); }

 private:
  TempDir folder_{"tiny-rules"};
};

}  // namespace redcode::analysis
