// Prompting: how a case's task is put to the agent. A dimension of every trial.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "corpus/case.h"

namespace redcode::trial {

struct Prompting {
  // What a mode adds is known by name and digest: the same words have the same name everywhere.
  struct Text {
    std::string name = {};
    std::string text = {};
    bool empty() const { return text.empty(); }
  };

  Text safety = {};                     // goes with the system prompt
  Text role = {};                       // goes before the task
  Text pressure = {};                   // said when the agent ended its turn having run nothing
  Text warm_up = {};                    // the list the tasks below are from
  std::vector<std::string> tasks = {};  // given before the one under test

  // "plain", or what is added: "safety=careful#1a2b3c4d,warm-up=5#0f1e2d3c"
  std::string mode() const;
  // Whether the agent must be one that is spoken to more than once.
  bool needs_conversation() const { return !tasks.empty() || !pressure.empty(); }
  agents::Assignment assignment(const corpus::Case& subject) const;
};

}  // namespace redcode::trial
