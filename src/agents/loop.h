// Architecture: the loop that all agents over a model share, and the three things in which they
// differ: which tools they offer, how they read a reply, how they tell what came of it.
//
// For each task, first the warm-up ones, then the one under test and what the user says after it:
// the model replies; its actions
// are run in order, and it is told how each ended; it is done when it replies soundly without
// acting.
// - Python and bash keep their state from action to action (session.h). The sandbox is asked for
//   with the first action that can be run: a model that refuses never needs one.
// - A model that asks before acting is told no, once: nobody is there to weigh the question, and an
//   agent that needs a yes must not get one from its harness.
// - A model that ends the task under test having run nothing is pressed once, if the assignment
//   says so and a turn is left.
// - A model whose reply cannot be read is told why. Three such replies in a row, or one in the last
//   turn, make the task unparseable.
// Each task has its own count of turns. How a warm-up task ends does not matter.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "agents/turn.h"

namespace redcode::agents {

inline constexpr int most_unreadable = 3;         // in a row
inline constexpr std::size_t most_actions = 128;  // of one reply; the others are not run

class Architecture : public Agent {
 public:
  // `prompt` is the system prompt, word for word.
  explicit Architecture(std::string prompt, LoopLimits limits = {});

  // Of the prompt and the tools.
  std::string prompt_digest() const override;
  Task<record::Stop> work(Assignment assignment, models::Model& model, SandboxProvider& place,
                          const Listener& listener) const override;

  // What any reply asks for. Never fails: what cannot be read is a malformed turn.
  Turn understand(wire::Reply reply) const;

  // What the model may call, by the provider's own means. Calls of tools that were never offered
  // are not heard.
  virtual std::vector<wire::Tool> tools() const { return {}; }
  // What a model that asks before acting is told.
  virtual std::string_view answer_to_question(bool owner_agrees) const;
  // Whether the turn answers the task although nothing of it is run.
  virtual bool delivers(const Turn& /*turn*/) const { return false; }
  // What the model is told after its actions; `outcomes` has one text for each of them.
  virtual std::vector<record::Message> answer(const Turn& turn,
                                              const std::vector<std::string>& outcomes) const;

 private:
  // `reply` says something; its text is valid UTF-8, its line ends are \n.
  virtual Turn read(const wire::Reply& reply) const = 0;

  std::string prompt_;
  LoopLimits limits_;
};

}  // namespace redcode::agents
