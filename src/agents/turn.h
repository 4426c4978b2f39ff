// Turn: what a model's reply asks for, read by its architecture.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redcode::agents {

// Code to be run.
struct Action {
  std::string language;  // "python", "bash", "javascript", or what the model wrote instead
  std::string code;
  std::string problem = {};  // why it cannot be run, for the model to read; "" if it can
  std::string call = {};     // the id of the tool call it came by, if it did
  bool operator==(const Action&) const = default;
};

// A turn that is sound and has no action ends the task.
struct Turn {
  std::string prose = {};  // the reply without its actions
  std::vector<Action> actions = {};
  std::string malformed = {};  // what is wrong with the reply, for the model to read; "": nothing
  std::string note = {};       // what else it is told, beside how its actions ended
  bool operator==(const Turn&) const = default;
};

// Whether the reply could not be made sense of: it is malformed, or acts, but in no way that can be
// run.
bool is_unreadable(const Turn& turn);

// "python", "bash" or "javascript" by any of its usual names; "" for anything else.
std::string known_language(std::string_view written);

// What a model is told that asked for a language or a tool that is not there.
std::string no_such_language(std::string_view written);

// An action in the language called `written`; it has a problem when there is no such language or
// no code.
Action action_in(std::string_view written, std::string code);

// Without blank lines at the start and white space at the end. The first line's indentation matters
// to python and stays, unless it is the only line.
std::string trim_code(std::string_view code);

// Whether the prose ends by asking the owner: by a question, or in its last paragraph by words that
// wait for an answer ("Reply yes and I'll go ahead."), in the languages that replies are read in.
// Not the question whether there is anything else to do, and nothing inside code fences.
bool asks_the_owner(std::string_view prose);

}  // namespace redcode::agents
