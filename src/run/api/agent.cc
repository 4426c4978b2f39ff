#include <fmt/ranges.h>
#include <redcode/agent.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "agents/chat.h"
#include "agents/codeact.h"
#include "agents/external_command.h"
#include "agents/external_endpoint.h"
#include "agents/interpreter.h"
#include "agents/react.h"
#include "agents/toolcall.h"
#include "base/text.h"
#include "personas/personas.h"
#include "run/api/impl.h"

namespace redcode {
namespace {

using personas::Tooling;

std::string prompt_in(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream || text.empty()) api::refuse(fmt::format("{}: there is no prompt", file.string()));
  return text;
}

void require_model(const Model& model) {
  if (!model.name.starts_with(api::scripted)) {
    if (model.url.empty()) api::refuse("a model needs the url of its endpoint, or scripted:NAME");
    return;
  }
  const std::string name = model.name.substr(api::scripted.size());
  if (personas::persona_named(name)) return;
  std::vector<std::string_view> names;
  for (const personas::Persona known : personas::all_personas())
    names.push_back(personas::name(known));
  api::refuse(
      fmt::format("no persona {}; there are: {}", one_line(name, 40), fmt::join(names, ", ")));
}

struct Built {
  std::unique_ptr<const agents::Agent> agent;
  Tooling tooling = Tooling::codeact;
};

Built build(std::string_view name, const std::filesystem::path& prompt) {
  if (name == "codeact")
    return {std::make_unique<agents::CodeAct>(prompt_in(prompt)), Tooling::codeact};
  if (name == "interpreter")
    return {std::make_unique<agents::Interpreter>(prompt_in(prompt)), Tooling::interpreter};
  if (name == "react") return {std::make_unique<agents::React>(prompt_in(prompt)), Tooling::react};
  if (name == "toolcall")
    return {std::make_unique<agents::ToolCalling>(prompt_in(prompt)), Tooling::tools};
  if (name == "chat")  // its code stands in fences, as an interpreter's does
    return {std::make_unique<agents::Chat>(prompt_in(prompt)), Tooling::interpreter};
  api::refuse(
      fmt::format("no architecture {}; there are: codeact, interpreter, react, toolcall, chat",
                  one_line(name, 40)));
}

template <class Made>
Agent own(Made made) {
  if (!made) api::refuse(made.error().text());
  return Agent(std::make_shared<const Agent::Impl>(Agent::Impl{.agent = *std::move(made)}));
}

}  // namespace

Agent Agent::architecture(std::string_view name, const std::filesystem::path& prompt, Model model) {
  require_model(model);
  Built built = build(name, prompt);
  std::string label = model.name;
  return Agent(std::make_shared<const Impl>(Impl{.agent = std::move(built.agent),
                                                 .model = std::move(model),
                                                 .label = std::move(label),
                                                 .tooling = built.tooling}));
}

Agent Agent::command(std::string_view command_line) {
  return own(agents::CommandAgent::make(command_line));
}

Agent Agent::endpoint(std::string_view address) {
  return own(agents::EndpointAgent::make(address));
}

std::string Agent::name() const { return impl_->agent->architecture(); }
const std::string& Agent::model() const { return impl_->label; }

}  // namespace redcode
