#include "agent_source.h"

#include <fmt/format.h>

#include "agents/codeact.h"
#include "base/failure.h"
#include "base/text.h"
#include "files.h"

namespace redcode::app {

std::unique_ptr<agents::Agent> make_agent(const std::string& architecture) {
  if (architecture == "codeact") {
    return std::make_unique<agents::CodeAct>(read_text(data_folder("prompts") / "codeact.txt"));
  }
  throw Failure(Failure::Kind::unavailable,
                fmt::format("no agent '{}'; there is: codeact", one_line(architecture, 40)));
}

}  // namespace redcode::app
