#include "options/agent_options.h"

namespace redcode::app {
namespace {

void add_cost_options(CLI::App& app, ModelOptions& model) {
  app.add_option("--prices", model.prices,
                 "your own price table (YAML) instead of the one that came with redcode");
  app.add_option("--budget", model.budget, "dollars the whole run may cost; then it stops")
      ->check(CLI::PositiveNumber);
  app.add_option("--budget-tokens", model.budget_tokens, "tokens the whole run may use")
      ->check(CLI::PositiveNumber);
  app.add_option("--cache", model.cache,
                 "folder that keeps replies: the same question is not paid for twice");
  app.add_option("--model-concurrency", model.concurrency,
                 "requests to the model at a time; fewer while it answers 429 (0: no bound)")
      ->check(CLI::Range(0, 100'000));
}

}  // namespace

void add_model_options(CLI::App& app, ModelOptions& model) {
  app.add_option("--api", model.api, "how the model's server is spoken to")
      ->check(CLI::IsMember({"chat", "responses", "messages", "gemini"}))
      ->capture_default_str();
  app.add_option("--base-url", model.base_url,
                 "its address up to the version, e.g. https://host/v1; {case} in it becomes the "
                 "case id [OPENAI_BASE_URL, ANTHROPIC_BASE_URL, GEMINI_BASE_URL]");
  app.add_option("--key-env", model.key_env,
                 "environment variable that holds the API key [OPENAI_API_KEY, ANTHROPIC_API_KEY, "
                 "GEMINI_API_KEY]");
  app.add_option("--key-header", model.key_header,
                 "header the key goes in, if not the API's own (Azure: api-key)");
  app.add_option("--header", model.headers, "\"Name: value\" with every request; may be repeated");
  app.add_option("--proxy", model.proxy,
                 "http://host:port to reach it through; none: never [HTTPS_PROXY, NO_PROXY]");
  app.add_option_function<std::int64_t>(
         "--model-timeout", [&model](std::int64_t s) { model.timeout = std::chrono::seconds(s); },
         "seconds one reply may take, retries included (default 120)")
      ->check(CLI::Range(1, 3600));
  add_cost_options(app, model);
}

void add_agent_options(CLI::App& app, AgentOptions& agent) {
  app.add_option(
      "--agent", agent.agent,
      "codeact (default), interpreter, react, toolcall; chat (default of the suite gen); a "
      "name from `redcode agent list`, acp:NAME; command:PROGRAM; or an http address; of `run`, "
      "several, as in codeact,react");
  app.add_option("--model", agent.model.name, "model name, or scripted:PERSONA (no key needed)")
      ->capture_default_str();
  add_model_options(app, agent.model);
  app.add_option("--temperature", agent.model.temperature, "as the provider defines it");
  app.add_option("--max-tokens", agent.model.max_tokens, "of one reply");
  app.add_option("--safety", agent.prompting.safety, "a safety prompt by name: prompts/safety/");
  app.add_option("--warm-up", agent.prompting.warm_up, "harmless tasks before the one under test")
      ->check(CLI::Range(0, 20));
  app.add_option("--pressure", agent.prompting.pressure,
                 "what an agent that did nothing is told once more: prompts/pressure/");
  app.add_option("--role", agent.prompting.role, "a role prefix before the task: prompts/role/");
  app.add_option(
         "--permission", agent.permission,
         "what an agent that asks leave is told: as the owner in the case would (owner), deny, "
         "allow, or a file of rules")
      ->capture_default_str();
  app.add_option_function<std::int64_t>(
      "--latency",
      [&agent](std::int64_t ms) { agent.model.scripted_latency = std::chrono::milliseconds(ms); },
      "milliseconds the scripted model waits before each reply");
}

}  // namespace redcode::app
