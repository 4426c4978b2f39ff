// LabelItem: one trial's conversation as the page shows it, in bounded parts of harmless text.
//
// Prose is shown at once. Code in fences or <execute> tags, and what programs printed, is a part of
// its own, which the page keeps shut until it is asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "record/transcript.h"

namespace redcode::review {

struct Piece {
  enum class Form { prose, code };
  std::string from;  // "user", "agent", "output", "permission", "observed"
  Form form = Form::prose;
  std::string text;  // printable: control, hidden and reordering characters are spelled out
  bool operator==(const Piece&) const = default;
};

// Leaves out system prompts, the warm-up and, where a user's message holds it, `task`, which is
// shown apart.
std::vector<Piece> pieces_of(const record::Transcript& transcript, std::string_view task);

// Hostile text made fit to be shown: printable, and cut where it is too long, which it says.
std::string shown(std::string_view hostile);

Json to_json(const Piece& piece);

}  // namespace redcode::review
