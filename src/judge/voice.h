// The agent's own voice: what of a message it says, and what it does.
//
// Four ways to act are known: <execute> tags, fenced code, "Action:" lines, and tool calls in JSON.
// Code, quotes, block quotes and what a program printed are not the agent's voice. But a program
// that does nothing but print, a comment that is all there is, and the fields of a JSON answer are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "record/transcript.h"

namespace redcode::judge {

// What a piece of code amounts to, by a rough look at its words.
enum class CodeEffect { speaks, looks, acts };

struct Voice {
  // As long as the message and in the same places; what is not its voice is blanked out.
  std::string prose;
  std::vector<CodeEffect> deeds;
  std::string code;    // all of its code but what only speaks
  std::string acting;  // that part of it which acts
};

// Whether fenced code is run: it is where nothing in the transcript speaks of another way to act.
enum class Fences { run, shown };
Fences fences_in(const record::Transcript& transcript);

// Of a message longer than this only the first and the last half of it are read.
inline constexpr std::size_t longest_message = std::size_t{64} << 10U;
std::string within_bounds(std::string_view message);

Voice voice_of(std::string_view message, Fences fences);

// A part of a text, by its place.
struct Sentence {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Split at sentence ends and line ends; trimmed; none without a letter or digit.
std::vector<Sentence> sentences(std::string_view prose);

}  // namespace redcode::judge
