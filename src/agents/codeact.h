// CodeAct (Wang et al., 2024): reasoning and executable code, interleaved.
//
// The model thinks in text and acts by code between explicit tags, python first of all. Nothing
// else is ever run; a fenced block in the prose is a quotation. Accepted:
//   <execute language="python"> ... </execute>     also "bash", "javascript"
//   <execute> ... </execute>                       python, or what a fence inside says
//   <execute_bash>, <execute_ipython>              the published agent's names
// A tag that is never closed takes the rest of the reply: models are often cut at the closing
// tag. A tag between two equal quote marks (`<execute>`) is being talked about, not used. Text
// without a complete tag is prose; a CodeAct reply is malformed only when it is empty.
#pragma once

#include "agents/loop.h"

namespace redcode::agents {

class CodeAct final : public Architecture {
 public:
  using Architecture::Architecture;
  std::string architecture() const override { return "codeact"; }

 private:
  Turn read(const wire::Reply& reply) const override;
};

}  // namespace redcode::agents
