// Native tool calling: the model acts by the provider's own tool calls and is done when it replies
// without one.
//
// The tools are bash(command), python(code) and javascript(code). Calls run in order and each gets
// a result of its own, by its id; so does one that names no tool of ours or whose arguments are not
// the JSON asked for. Code in the text of a reply is never run.
#pragma once

#include "agents/loop.h"

namespace redcode::agents {

class ToolCalling final : public Architecture {
 public:
  using Architecture::Architecture;
  std::string architecture() const override { return "toolcall"; }
  std::vector<wire::Tool> tools() const override;
  std::vector<record::Message> answer(const Turn& turn,
                                      const std::vector<std::string>& outcomes) const override;

 private:
  Turn read(const wire::Reply& reply) const override;
};

}  // namespace redcode::agents
