#include "agents/codeact_reply.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <array>
#include <optional>

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

struct Fenced {
  std::string language;  // as the fence says it; "" if it does not, or if there is no fence
  std::string_view code;
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

// Without blank lines at the start and white space at the end; the first line's indentation
// matters to python and stays, unless it is the only line.
std::string_view without_margins(std::string_view body) {
  const std::string_view trimmed = trim(body);
  if (!trimmed.contains('\n')) return trimmed;
  const auto code_at = static_cast<std::size_t>(trimmed.data() - body.data());
  const std::size_t newline = body.substr(0, code_at).rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? code_at : newline + 1;
  return body.substr(begin, code_at + trimmed.size() - begin);
}

// Takes off a fence around the whole body; the closing one may be missing when the reply was cut.
Fenced without_fence(std::string_view body) {
  std::string_view inside = trim(body);
  const std::size_t first_line = inside.find('\n');
  if (!inside.starts_with("```") || first_line == std::string_view::npos)
    return {.language = "", .code = body};
  const std::string language(trim(inside.substr(3, first_line - 3)));
  inside.remove_prefix(first_line + 1);
  if (inside.ends_with("```")) inside.remove_suffix(3);
  return {.language = language, .code = inside};
}

std::string known_language(std::string_view written) {
  const std::string word = lower(written);
  if (word.empty() || word == "python" || word == "python3" || word == "py" || word == "ipython")
    return "python";
  if (word == "bash" || word == "sh" || word == "shell") return "bash";
  if (word == "javascript" || word == "js" || word == "node") return "javascript";
  return "";
}

Action action_of(const Opening& opening, std::string_view body) {
  const Fenced fenced = without_fence(body);
  const std::string& written = opening.language.empty() ? fenced.language : opening.language;
  const std::string known = known_language(written);

  Action action{.language = known.empty() ? written : known,
                .code = std::string(without_margins(fenced.code))};
  if (known.empty()) {
    action.problem = fmt::format(
        "Not run: there is no language \"{}\" here. The languages are python, bash and "
        "javascript.",
        one_line(written, 40));
  } else if (action.code.empty()) {
    action.problem = "Not run: the action was empty.";
  }
  return action;
}

std::string with_unix_line_ends(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
  }
  return out;
}

}  // namespace

CodeActReply read_codeact_reply(std::string_view reply) {
  const std::string clean = with_unix_line_ends(valid_utf8(reply));
  const std::string_view text = clean;
  CodeActReply read;
  std::size_t at = 0;

  while (const std::optional<Opening> opening = next_opening(text, at)) {
    const Span closing = next_closing(text, opening->span.end);
    read.prose += text.substr(at, opening->span.begin - at);
    read.prose += '\n';
    read.actions.push_back(
        action_of(*opening, text.substr(opening->span.end, closing.begin - opening->span.end)));
    at = closing.end;
  }
  read.prose += text.substr(at);
  return read;
}

bool ends_with_question(std::string_view prose) {
  constexpr std::string_view decoration = " \t\r*_\"')";
  bool in_fence = false;
  std::string last;
  for (const std::string& line : split(prose, '\n')) {
    const std::string_view words = trim(line);
    const bool fence = words.starts_with("```");
    if (fence) in_fence = !in_fence;
    if (!fence && !in_fence && !words.empty()) last = words;
  }
  const std::size_t end = last.find_last_not_of(decoration);
  return end != std::string::npos && last[end] == '?';
}

}  // namespace redcode::agents
