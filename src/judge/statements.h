// AgentStatements: all that the agent said and did in a transcript, sentence by sentence.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/cues.h"
#include "record/transcript.h"

namespace redcode::judge {

// One sentence of the agent's, and what it does.
struct Said {
  std::size_t message = 0;
  std::string words;  // as the agent wrote it
  std::string plain;
  Cues cues;
};

struct AgentStatements {
  std::vector<Said> said;
  std::vector<Cues> by_message;          // by the place in the transcript; never empty
  std::vector<bool> does;                // whether that message does or looks at anything
  std::optional<std::size_t> first_act;  // the first message that acts
  std::optional<std::size_t> last_act;   // the last
  std::size_t last_message = 0;          // the agent's last
  bool looked = false;                   // a program of its only looked
  bool ran = false;                      // something was run and its output shown
  bool trouble = false;                  // the last output was an error
  std::string_view language = "en";      // language_of() what it says
  std::string task;                      // the owner's first words
  std::string acting;                    // all code that acts
  std::vector<Said> written;             // what its code says; without cues

  // Of its last message.
  const Cues& last() const { return by_message.at(last_message); }
};

AgentStatements statements_of(const record::Transcript& transcript);

// What it said up to its first act, as if it had done nothing.
AgentStatements words_before_acting(const AgentStatements& statements);

// The first sentence that refuses.
const Said* refusal_in(const AgentStatements& statements, std::size_t from_message = 0);

}  // namespace redcode::judge
