#include "agents/codeact.h"

#include <re2/re2.h>

#include <array>
#include <optional>

#include "base/fences.h"
#include "base/text.h"

namespace redcode::agents {
namespace {

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Opening {
  Span span;
  std::string language;  // as the tag says it; "" if it does not
};

// An attribute's value holds no angle bracket, so a tag never reaches over another one.
const RE2& opening_pattern() {
  static const RE2 pattern(
      R"((?i)<execute(_bash|_ipython)?((?:\s+\w+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*)\s*>)");
  return pattern;
}

const RE2& closing_pattern() {
  static const RE2 pattern(R"((?i)</execute(?:_bash|_ipython)?\s*>)");
  return pattern;
}

const RE2& language_pattern() {
  static const RE2 pattern(R"((?i)\slang(?:uage)?\s*=\s*["']?\s*([^\s"'<>]*))");
  return pattern;
}

Span span_of(std::string_view text, const re2::StringPiece& part) {
  const auto begin = static_cast<std::size_t>(part.data() - text.data());
  return {.begin = begin, .end = begin + part.size()};
}

// `<execute>` and "</execute>" are words about tags.
bool quoted(std::string_view text, Span tag) {
  if (tag.begin == 0 || tag.end >= text.size()) return false;
  const char before = text[tag.begin - 1];
  return before == text[tag.end] && (before == '`' || before == '"' || before == '\'');
}

std::optional<Opening> next_opening(std::string_view text, std::size_t from) {
  std::array<re2::StringPiece, 3> found;
  while (opening_pattern().Match(text, from, text.size(), RE2::UNANCHORED, found.data(), 3)) {
    const Span span = span_of(text, found[0]);
    from = span.end;
    if (quoted(text, span)) continue;

    Opening opening{.span = span};
    RE2::PartialMatch(found[2], language_pattern(), &opening.language);
    if (opening.language.empty() && !found[1].empty()) {
      opening.language =
          lower(std::string_view(found[1].data(), found[1].size())) == "_bash" ? "bash" : "python";
    }
    return opening;
  }
  return std::nullopt;
}

// Where the action that begins at `from` is closed; the end of the text when it never is.
Span next_closing(std::string_view text, std::size_t from) {
  re2::StringPiece found;
  while (closing_pattern().Match(text, from, text.size(), RE2::UNANCHORED, &found, 1)) {
    const Span span = span_of(text, found);
    if (!quoted(text, span)) return span;
    from = span.end;
  }
  return {.begin = text.size(), .end = text.size()};
}

Action action_of(const Opening& opening, std::string_view body) {
  const Unfenced inside = unfenced(body);
  const std::string& written = opening.language.empty() ? inside.language : opening.language;
  return action_in(written.empty() ? "python" : written, trim_code(inside.code));
}

}  // namespace

Turn CodeAct::read(const wire::Reply& reply) const {
  const std::string_view text = reply.text;
  Turn turn;
  std::size_t at = 0;
  while (const std::optional<Opening> opening = next_opening(text, at)) {
    const Span closing = next_closing(text, opening->span.end);
    turn.prose += text.substr(at, opening->span.begin - at);
    turn.prose += '\n';
    turn.actions.push_back(
        action_of(*opening, text.substr(opening->span.end, closing.begin - opening->span.end)));
    at = closing.end;
  }
  turn.prose += text.substr(at);
  return turn;
}

}  // namespace redcode::agents
