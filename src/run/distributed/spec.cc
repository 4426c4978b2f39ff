#include "run/distributed/spec.h"

#include "run/setup/options_json.h"

namespace redcode::distributed {

std::string text_of(const FleetSpec& spec) {
  const Json json{{"format", "redcode/fleet-spec/1"},
                  {"options", to_json(spec.options)},
                  {"store", spec.store},
                  {"cases_digest", spec.cases_digest},
                  {"corpus_digest", spec.corpus_digest},
                  {"engine", spec.engine},
                  {"image_digest", spec.image_digest},
                  {"image_index", spec.image_index},
                  {"agent",
                   {{"architecture", spec.agent_config.agent.architecture},
                    {"model", spec.agent_config.agent.model},
                    {"prompt_digest", spec.agent_config.agent.prompt_digest},
                    {"prompt_mode", spec.agent_config.prompt_mode}}}};
  return dump_json(json);
}

Result<FleetSpec> fleet_spec_from(std::string_view text) {
  const Result<Json> json = parse_json(text);
  if (!json) return std::unexpected(json.error());
  if (member_or<std::string>(*json, "format", "") != "redcode/fleet-spec/1") {
    return std::unexpected(Error{.code = "json-format",
                                 .message = "the run was planned by another version of redcode",
                                 .hint = "use the same version on every host of a fleet"});
  }
  Result<setup::RunOptions> options =
      setup::run_options_from(member_or<Json>(*json, "options", Json::object()));
  if (!options) return std::unexpected(options.error());
  return decode_json("fleet spec", [&] {
    const Json& agent = json->at("agent");
    return FleetSpec{.options = *options,
                     .store = json->at("store").get<std::string>(),
                     .cases_digest = json->at("cases_digest").get<std::string>(),
                     .corpus_digest = json->at("corpus_digest").get<std::string>(),
                     .engine = json->at("engine").get<std::string>(),
                     .image_digest = json->at("image_digest").get<std::string>(),
                     .image_index = json->at("image_index").get<std::string>(),
                     .agent_config = {.agent = {.architecture = agent.at("architecture"),
                                                .model = agent.at("model"),
                                                .prompt_digest = agent.at("prompt_digest")},
                                      .prompt_mode = agent.at("prompt_mode")}};
  });
}

std::string key_of(const plan::Plan& plan) { return plan.digest().substr(0, 16); }

}  // namespace redcode::distributed
