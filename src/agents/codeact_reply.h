// Reading a CodeAct model's reply: which parts are actions, which are prose?
//
// An action is code between explicit tags and nothing else is ever run; a fenced block in the
// prose is a quotation. Accepted:
//   <execute language="python"> ... </execute>     also language="bash"
//   <execute> ... </execute>                       python, unless an inner ```bash fence says
//   otherwise <execute_bash>, <execute_ipython>              the published agent's names
// A tag that is never closed takes the rest of the reply: models are often cut at the closing
// tag. A tag between two equal quote marks (`<execute>`) is being talked about, not used.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redcode::agents {

struct Action {
  std::string language;  // "python", "bash", or what the model wrote when it is neither
  std::string code;
  std::string problem = {};  // why it cannot be run, for the model to read; "" if it can
  bool operator==(const Action&) const = default;
};

struct CodeActReply {
  std::string prose;  // the reply without its actions
  std::vector<Action> actions;
  bool operator==(const CodeActReply&) const = default;
};

// Never fails: text without a complete tag is all prose. Line ends come out as \n and the text
// as valid UTF-8.
CodeActReply read_codeact_reply(std::string_view reply);

// Whether the last line of the prose that is neither blank nor inside a code fence ends in a
// question mark.
bool ends_with_question(std::string_view prose);

}  // namespace redcode::agents
