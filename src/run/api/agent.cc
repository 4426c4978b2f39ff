#include <fmt/ranges.h>
#include <redcode/agent.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "agents/architectures.h"
#include "agents/external_command.h"
#include "agents/external_endpoint.h"
#include "base/text.h"
#include "personas/personas.h"
#include "run/api/impl.h"

namespace redcode {
namespace {

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
  const Result<personas::Persona> persona =
      personas::persona_named(model.name.substr(api::scripted.size()));
  if (!persona) api::refuse(persona.error().text());
}

template <class Made>
Agent own(Made made) {
  if (!made) api::refuse(made.error().text());
  return Agent(std::make_shared<const Agent::Impl>(Agent::Impl{.agent = *std::move(made)}));
}

}  // namespace

Agent Agent::architecture(std::string_view name, const std::filesystem::path& prompt, Model model) {
  require_model(model);
  const std::optional<personas::Tooling> tooling = personas::tooling_of_architecture(name);
  if (!tooling) {
    api::refuse(fmt::format("no architecture {}; there are: {}", one_line(name, 40),
                            fmt::join(agents::architecture_names(), ", ")));
  }
  std::string label = model.name;
  return Agent(std::make_shared<const Impl>(
      Impl{.agent = agents::architecture_named(name, prompt_in(prompt)),
           .model = std::move(model),
           .label = std::move(label),
           .tooling = *tooling}));
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
