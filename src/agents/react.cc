#include "agents/react.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/fences.h"
#include "base/text.h"

namespace redcode::agents {
namespace {

// The first letter stands for the label: Thought, Action, Input of an action, Final answer,
// Observation. A preface before the first label is a thought.
struct Part {
  char label = 'T';
  std::string_view text;
};

constexpr std::string_view shape =
    "A reply is either\nThought: ...\nAction: python, bash or javascript\nAction Input: the code\n"
    "or\nThought: ...\nFinal Answer: ...";

struct Label {
  char letter = 'T';
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<Label> labels_in(std::string_view text) {
  static const RE2 pattern(
      R"re((?m)^ {0,3}(?:\*\*)?(Thought|Action [Ii]nput|Action|Observation|Final [Aa]nswer)(?: \d+)?(?:\*\*)?[ \t]*:(?:\*\*)?)re");
  std::vector<Label> labels;
  std::size_t from = 0;
  std::array<re2::StringPiece, 2> found;
  while (pattern.Match(text, from, text.size(), RE2::UNANCHORED, found.data(), 2)) {
    const auto begin = static_cast<std::size_t>(found[0].data() - text.data());
    from = begin + found[0].size();
    const std::string_view word(found[1].data(), found[1].size());
    labels.push_back(
        {.letter = word.starts_with("Action ") ? 'I' : word[0], .begin = begin, .end = from});
  }
  return labels;
}

// A fence may open behind a label on its line, so the fences are those of the text without labels.
std::vector<Fence> fences_beside(const std::vector<Label>& labels, std::string_view text) {
  std::string without(text);
  for (const Label& label : labels)
    without.replace(label.begin, label.end - label.begin, label.end - label.begin, ' ');
  return read_fences(without);
}

bool inside_any(const std::vector<Fence>& fences, std::size_t at) {
  const auto after = std::ranges::upper_bound(fences, at, {}, &Fence::inside);
  return after != fences.begin() && at < std::prev(after)->end;
}

// The text cut at its labels. What comes before the first one is there only if it says something.
std::vector<Part> parts_of(std::string_view text) {
  const std::vector<Label> labels = labels_in(text);
  const std::vector<Fence> fences = fences_beside(labels, text);
  std::vector<Part> parts;
  Part part;
  std::size_t begin = 0;
  for (const Label& label : labels) {
    if (inside_any(fences, label.begin)) continue;
    part.text = text.substr(begin, label.begin - begin);
    if (begin > 0 || !trim(part.text).empty()) parts.push_back(part);
    part.label = label.letter;
    begin = label.end;
  }
  part.text = text.substr(begin);
  parts.push_back(part);
  return parts;
}

std::string letters_of(const std::vector<Part>& parts) {
  std::string letters;
  for (const Part& part : parts) letters += part.label;
  return letters;
}

// What is wrong with the labels behind the thoughts, which are neither "AI" nor "F".
std::string_view wrong_with(std::string_view labels) {
  const bool acts = labels.contains('A') || labels.contains('I');
  if (labels.empty()) return "Nothing was run: the reply has neither an action nor a final answer.";
  if (acts && labels.contains('F'))
    return "Nothing was run: the reply has both an action and a final answer.";
  if (!acts) return "The reply goes on after its final answer.";
  if (std::ranges::count(labels, 'A') > 1 || std::ranges::count(labels, 'I') > 1)
    return "Nothing was run: the reply has more than one action.";
  if (!labels.contains('I')) return "Nothing was run: the action has no \"Action Input:\".";
  if (!labels.contains('A')) return "Nothing was run: the input has no \"Action:\" before it.";
  return "Nothing was run: the labels are not in order.";
}

std::string tool_named(std::string_view text) {
  constexpr std::string_view decoration = " \t*`\"'[]";
  std::string_view line = trim(text);
  line = line.substr(0, line.find('\n'));
  const std::size_t begin = std::min(line.find_first_not_of(decoration), line.size());
  const std::size_t end = line.find_last_not_of(decoration) + 1;
  return std::string(line.substr(begin, std::max(begin, end) - begin));
}

// The code of an input: what its fence holds if it begins with one.
std::string code_in(std::string_view input) {
  input.remove_prefix(std::min(input.find_first_not_of(" \t"), input.size()));
  const std::vector<Fence> fences = read_fences(input);
  const bool fenced = !fences.empty() && trim(input.substr(0, fences[0].begin)).empty();
  return trim_code(fenced ? std::string_view(fences[0].code) : input);
}

}  // namespace

Turn React::read(const wire::Reply& reply) const {
  std::vector<Part> parts = parts_of(reply.text);
  const auto invented = std::ranges::find(parts, 'O', &Part::label);
  Turn turn;
  if (invented != parts.end()) {
    turn.note =
        "Your reply was read only up to your own \"Observation:\". What happened is told to you; "
        "do not make it up.\n";
    parts.erase(invented, parts.end());
  }

  const auto deed = std::ranges::find_if(parts, [](const Part& one) { return one.label != 'T'; });
  for (auto part = parts.begin(); part != deed; ++part) turn.prose += part->text;
  const std::vector<Part> deeds(deed, parts.end());
  const std::string labels = letters_of(deeds);
  if (labels == "AI") {
    turn.actions.push_back(action_in(tool_named(deeds[0].text), code_in(deeds[1].text)));
  } else if (labels == "F" && !trim(deeds[0].text).empty()) {
    turn.prose += deeds[0].text;
  } else {
    const std::string_view wrong =
        labels == "F" ? "The final answer is empty." : wrong_with(labels);
    turn.malformed = fmt::format("{} {}{}", wrong, turn.note, shape);
  }
  return turn;
}

}  // namespace redcode::agents
