#include "agents/toolcall.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/json.h"

namespace redcode::agents {
namespace {

struct CodeTool {
  std::string_view language;  // the tool's name, too
  std::string_view argument;
  std::string_view description;
};

constexpr std::array<CodeTool, 3> kinds{{
    {"bash", "command",
     "Runs a command in one bash shell that lasts: its directory and variables stay. Gives the "
     "exit status and what was printed."},
    {"python", "code",
     "Runs code in one Python session that lasts: its variables and imports stay. Gives the exit "
     "status and what was printed."},
    {"javascript", "code",
     "Runs code in a fresh Node.js process. Gives the exit status and what was printed."},
}};

Action not_run(const record::ToolCall& call, std::string problem) {
  return {.language = call.name, .code = call.arguments, .problem = std::move(problem)};
}

Action action_of(const record::ToolCall& call) {
  const auto* const kind = std::ranges::find(kinds, call.name, &CodeTool::language);
  if (kind == kinds.end()) return not_run(call, no_such_language(call.name));
  const Result<Json> arguments =
      parse_json(call.arguments, {.bytes = wire::longest_reply, .depth = 8});
  if (arguments && arguments->is_object() && arguments->contains(kind->argument)) {
    const Json& code = arguments->at(std::string(kind->argument));
    if (code.is_string()) return action_in(kind->language, code.get<std::string>());
  }
  return not_run(call,
                 fmt::format("Not run: the arguments must be a JSON object with a string \"{}\".",
                             kind->argument));
}

}  // namespace

std::vector<wire::Tool> ToolCalling::tools() const {
  std::vector<wire::Tool> tools;
  for (const CodeTool& kind : kinds) {
    const std::string argument(kind.argument);
    const Json parameters = {{"type", "object"},
                             {"properties", {{argument, {{"type", "string"}}}}},
                             {"required", Json::array({argument})}};
    tools.push_back({std::string(kind.language), std::string(kind.description), parameters});
  }
  return tools;
}

Turn ToolCalling::read(const wire::Reply& reply) const {
  Turn turn{.prose = reply.text};
  for (const record::ToolCall& call : reply.calls) {
    Action& action = turn.actions.emplace_back(action_of(call));
    action.call = call.id;
  }
  return turn;
}

std::vector<record::Message> ToolCalling::answer(const Turn& turn,
                                                 const std::vector<std::string>& outcomes) const {
  std::vector<record::Message> results;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    results.push_back(
        {.role = record::Role::observation, .text = outcomes[i], .answers = turn.actions[i].call});
  }
  return results;
}

}  // namespace redcode::agents
