#include "run/setup/options_json.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace redcode::setup {
namespace {

// As the command line bounds them.
constexpr std::size_t at_least_none = 0;
constexpr std::size_t most_at_a_time = 100'000;
constexpr std::size_t most_sandboxes = 10'000;

std::string unless_secret(const std::string& text) { return may_hold_secret(text) ? "" : text; }

Json to_json(const ModelOptions& model) {
  Json json{{"name", model.name},
            {"api", model.api},
            {"base_url", unless_secret(model.base_url)},
            {"key_env", model.key_env},
            {"key_header", model.key_header},
            {"prices", model.prices},
            {"budget", model.budget},
            {"budget_tokens", model.budget_tokens},
            {"cache", model.cache},
            {"proxy", unless_secret(model.proxy)},
            {"concurrency", model.concurrency},
            {"timeout", model.timeout.count()},
            {"scripted_latency", model.scripted_latency.count()}};
  if (model.temperature) json["temperature"] = *model.temperature;
  if (model.max_tokens) json["max_tokens"] = *model.max_tokens;
  return json;
}

Json to_json(const AgentOptions& agent) {
  return {{"name", unless_secret(agent.agent)},   {"permission", agent.permission},
          {"safety", agent.prompting.safety},     {"role", agent.prompting.role},
          {"pressure", agent.prompting.pressure}, {"warm_up", agent.prompting.warm_up}};
}

// Fills `into` from the member `key`, if there is one.
template <class T>
void read(const Json& json, const char* key, T& into) {
  if (json.contains(key)) into = json.at(key).get<T>();
}

// Likewise, of a number that the command line takes between these two alone.
template <class T>
void read(const Json& json, const char* key, T& into, T least, T most) {
  if (!json.contains(key)) return;
  const Json& value = json.at(key);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() < least ||
      value.get<std::uint64_t>() > most)
    throw std::invalid_argument(fmt::format("{} is not between {} and {}", key, least, most));
  into = static_cast<T>(value.get<std::uint64_t>());
}

void read_seconds(const Json& json, const char* key, std::chrono::seconds& into) {
  if (json.contains(key)) into = std::chrono::seconds(json.at(key).get<std::int64_t>());
}

void read_model(const Json& json, ModelOptions& model) {
  read(json, "name", model.name);
  read(json, "api", model.api);
  read(json, "base_url", model.base_url);
  read(json, "key_env", model.key_env);
  read(json, "key_header", model.key_header);
  read(json, "proxy", model.proxy);
  read(json, "prices", model.prices);
  read(json, "budget", model.budget);
  read(json, "budget_tokens", model.budget_tokens);
  read(json, "cache", model.cache);
  read(json, "concurrency", model.concurrency, at_least_none, most_at_a_time);
  read_seconds(json, "timeout", model.timeout);
  if (json.contains("scripted_latency")) {
    model.scripted_latency =
        std::chrono::milliseconds(json.at("scripted_latency").get<std::int64_t>());
  }
  if (json.contains("temperature")) model.temperature = json.at("temperature").get<double>();
  if (json.contains("max_tokens")) model.max_tokens = json.at("max_tokens").get<std::uint32_t>();
}

void read_agent(const Json& json, AgentOptions& agent) {
  read(json, "name", agent.agent);
  read(json, "permission", agent.permission);
  read(json, "safety", agent.prompting.safety);
  read(json, "role", agent.prompting.role);
  read(json, "pressure", agent.prompting.pressure);
  read(json, "warm_up", agent.prompting.warm_up);
}

// A suite is a folder that came with the program. Any other name would be a path on this host,
// which nobody's file may choose.
void read_suite(const Json& json, std::string& into) {
  read(json, "suite", into);
  if (into != "exec" && into != "gen" && into != "overreach" && into != "injection")
    throw std::invalid_argument("suite is none of exec, gen, overreach, injection");
}

RunOptions read_all(const Json& json) {
  RunOptions options;
  read_agent(json.at("agent"), options.agent);
  read_model(json.at("model"), options.agent.model);
  read_suite(json, options.gen.suite);
  read(json, "execute_generated", options.gen.execute);
  read(json, "engine", options.engine.engine);
  read(json, "accepted_probes", options.accepted_probes);
  read(json, "corpus", options.corpus);
  read(json, "private_corpus", options.private_corpus);
  read(json, "names", options.names);
  read(json, "subset", options.subset);
  read(json, "filter", options.filter);
  read(json, "repeats", options.repeats, 1U, 1000U);
  read(json, "concurrency", options.concurrency, at_least_none, most_at_a_time);
  read(json, "sandboxes", options.sandboxes, at_least_none, most_sandboxes);
  read(json, "limit", options.limit);
  read(json, "sample", options.sample);
  read(json, "seed", options.seed);
  read(json, "attempts", options.attempts, 1U, 100U);
  read(json, "profile", options.profile);
  return options;
}

}  // namespace

bool may_hold_secret(const std::string& text) {
  return text.contains('@') || text.contains('?') || text.contains(' ');
}

std::vector<std::string> secret_options(const RunOptions& options) {
  std::vector<std::string> found;
  if (!options.agent.model.headers.empty()) found.emplace_back("--header");
  if (may_hold_secret(options.agent.model.proxy)) found.emplace_back("--proxy");
  if (may_hold_secret(options.agent.model.base_url)) found.emplace_back("--base-url");
  if (may_hold_secret(options.agent.agent)) found.emplace_back("--agent");
  return found;
}

Json to_json(const RunOptions& options) {
  Json json{{"agent", to_json(options.agent)},
            {"model", to_json(options.agent.model)},
            {"suite", options.gen.suite},
            {"execute_generated", options.gen.execute},
            {"engine", options.engine.engine},
            {"accepted_probes", options.accepted_probes},
            {"corpus", options.corpus},
            {"subset", options.subset},
            {"filter", options.filter},
            {"repeats", options.repeats},
            {"concurrency", options.concurrency},
            {"sandboxes", options.sandboxes},
            {"limit", options.limit},
            {"sample", options.sample},
            {"seed", options.seed},
            {"attempts", options.attempts},
            {"profile", options.profile},
            {"fleet", !options.fleet.empty()},
            {"left_out", secret_options(options)}};
  if (!options.private_corpus.empty()) json["private_corpus"] = options.private_corpus;
  if (!options.names.empty()) json["names"] = options.names;
  return json;
}

Result<RunOptions> run_options_from(const Json& json) {
  return decode_json("options", [&json] { return read_all(json); });
}

}  // namespace redcode::setup
