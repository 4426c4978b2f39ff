#include "analysis/chosen.h"

namespace redcode::analysis {

std::string marked(std::string_view name) {
  std::string text(1, name_begins);
  text += name;
  return text += name_ends;
}

Unmarked unmarked(std::string_view text) {
  Unmarked plain;
  plain.text.reserve(text.size());
  bool inside = false;
  const auto here = [&plain] { return static_cast<std::uint16_t>(plain.text.size()); };
  for (const char letter : text) {
    if (letter == name_begins) {
      plain.chosen.push_back({.begin = here(), .end = here()});
      inside = true;
    } else if (letter == name_ends) {
      inside = false;
    } else {
      plain.text += letter;
      if (inside) plain.chosen.back().end = here();
    }
  }
  return plain;
}

std::string masked(std::string_view text, const std::vector<Span>& chosen) {
  std::string hidden(text);
  for (const Span& span : chosen)
    for (std::size_t at = span.begin; at < span.end && at < hidden.size(); ++at) hidden[at] = '_';
  return hidden;
}

}  // namespace redcode::analysis
