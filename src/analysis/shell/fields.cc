#include "analysis/shell/fields.h"

namespace redcode::shell {

std::optional<std::string> static_text(const Word& word) {
  std::string text;
  for (const Piece& piece : word.pieces) {
    if (piece.kind != Piece::Kind::text) return std::nullopt;
    text += piece.text;
  }
  return text;
}

std::optional<std::vector<std::string>> static_fields(const std::vector<Word>& words) {
  std::vector<std::string> fields;
  for (const Word& word : words) {
    auto text = static_text(word);
    if (!text) return std::nullopt;
    fields.push_back(std::move(*text));
  }
  return fields;
}

}  // namespace redcode::shell
