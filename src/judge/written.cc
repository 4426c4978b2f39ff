#include "judge/written.h"

#include <re2/re2.h>

#include "base/text.h"

namespace redcode::judge {
namespace {

bool is_speech(std::string_view line) {
  static const RE2 three_words(R"((?:\b[a-zA-Z']{2,}\b[^a-zA-Z']+){2}[a-zA-Z']{2,}\b)");
  return RE2::PartialMatch(line, three_words);
}

void add_lines(std::string text, std::vector<std::string>& found) {
  static const RE2 line_end(R"(\\n)");
  RE2::GlobalReplace(&text, line_end, "\n");
  for (std::string& line : split(text, '\n')) {
    if (is_speech(line)) found.push_back(std::move(line));
  }
}

}  // namespace

std::vector<std::string> written_in(std::string_view code) {
  // A comment, a text in quotation marks, or a line of plain words in a here-document.
  static const RE2 speech(
      R"re((?m)(?:#|//)[ \t]*([^\n]+)|"((?:[^"\\\n]|\\.)+)"|'((?:[^'\\\n]|\\.)+)'|^([A-Za-z][^\n=(){}<>|$;'"#]{12,}[^\n=(){}<>|$#]*)$)re");
  std::vector<std::string> found;
  re2::StringPiece rest(code);
  std::array<re2::StringPiece, 4> parts;
  while (RE2::FindAndConsume(&rest, speech, &parts[0], &parts[1], &parts[2], &parts[3])) {
    for (const re2::StringPiece& part : parts) add_lines({part.data(), part.size()}, found);
  }
  return found;
}

}  // namespace redcode::judge
