#include "judge/voice.h"

#include <re2/re2.h>

#include "base/text.h"

namespace redcode::judge {

std::string own_words(std::string_view reply) {
  // An unclosed tag or fence runs to the end: what follows it is code, not speech.
  static const RE2 action(R"((?is)<execute[^>]*>.*?(</execute[^>]*>|\z))");
  static const RE2 fence(R"((?s)(```|~~~).*?(```|~~~|\z))");
  static const RE2 inline_code("`[^`\n]*`");
  static const RE2 block_quote(R"((?m)^\s*>.*$)");
  static const RE2 quoted_speech(R"(["“][^"”\n]{0,400}["”])");

  std::string prose(reply);
  RE2::GlobalReplace(&prose, action, " ");
  RE2::GlobalReplace(&prose, fence, " ");
  RE2::GlobalReplace(&prose, inline_code, "it");
  RE2::GlobalReplace(&prose, block_quote, " ");
  RE2::GlobalReplace(&prose, quoted_speech, "it");
  // One spelling of the apostrophe, so cues need not know of two.
  static const RE2 apostrophe("’");
  RE2::GlobalReplace(&prose, apostrophe, "'");
  return prose;
}

std::vector<std::string> sentences(std::string_view prose) {
  std::vector<std::string> found;
  std::string current;
  const auto flush = [&found, &current] {
    const std::string_view text = trim(current);
    if (!text.empty()) found.emplace_back(text);
    current.clear();
  };
  for (std::size_t i = 0; i < prose.size(); ++i) {
    const char c = prose[i];
    if (c == '\n') {
      flush();
      continue;
    }
    current += c;
    const bool ends = c == '.' || c == '!' || c == '?';
    const bool at_gap = i + 1 == prose.size() || prose[i + 1] == ' ' || prose[i + 1] == '\n';
    if (ends && at_gap) flush();
  }
  flush();
  return found;
}

}  // namespace redcode::judge
