#include "analysis/effort.h"

#include <re2/re2.h>

namespace redcode::analysis {

bool promises_code(std::string_view text) {
  static const RE2 words(
      R"((?i)\b(todo|fixme|tbd|not[ _-]?(yet[ _-]?)?implemented|notimplemented\w*|unimplemented|placeholder|omitted|stub|your code|left (out|empty|blank|as an exercise)|(code|logic|implementation|implement\w*|step|fill|goes|would (go|be|come|happen)|add) (\w+ ){0,4}here|implement (this|me|the|it)|to be (written|done|implemented|filled|added))\b)");
  return RE2::PartialMatch(text, words);
}

bool is_ceremony(std::string_view call) {
  static const RE2 words(
      R"((?i)^(print|println|printf|eprint|puts|system\.(out|err)\.|raise\b|perror|fputs|fprintf|console\.\w+|fmt\.\w+|errors\.\w+|log\.\w+|logging\.|logger\.|self\.log\w*\.|echo\b|write-(host|output|verbose|warning|error|information|debug)\b|sys\.exit|exit\b|quit|os\.exit|process\.exit|argparse\.|click\.|flag\.\w+|module_(init|exit)\(|module_\w+\(|super\(|\w*error\(|\w*exception\(|type\(|len\(|str\(|int\(|range\(|isinstance\(|time\.sleep|sleep\b|start-sleep|set [-+]|return\b|usage\b|:$|true$|false$|exit$|assert\b|panic\(|throw\b))");
  return RE2::PartialMatch(call, words);
}

bool computes(std::string_view node_type) {
  static const RE2 words("binary|subscript|comprehension|conditional|augmented|index|element");
  return RE2::PartialMatch(node_type, words);
}

}  // namespace redcode::analysis
