#include "run/setup/model.h"

#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>
#include <utility>

#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"
#include "http/proxy.h"
#include "http/url.h"

namespace redcode::setup {
namespace {

constexpr std::string_view scripted = "scripted:";

[[noreturn]] void cannot(const std::string& why) { throw Failure(Failure::Kind::unavailable, why); }

std::string environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

std::string no_persona(const std::string& name) {
  std::vector<std::string> names;
  for (const personas::Persona known : personas::all_personas())
    names.emplace_back(personas::name(known));
  const std::string near = nearest(name, names);
  return fmt::format("no persona '{}'; {}", one_line(name, 40),
                     near.empty() ? fmt::format("there are: {}", fmt::join(names, ", "))
                                  : fmt::format("did you mean {}{}?", scripted, near));
}

// "Name: value"
std::pair<std::string, models::Secret> header_from(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0) cannot("a --header is written \"Name: value\"");
  const std::string_view all(text);
  return {std::string(trim(all.substr(0, colon))),
          models::Secret(std::string(trim(all.substr(colon + 1))))};
}

std::optional<http::Proxy> proxy_from(const std::string& option, const std::string& base_url) {
  if (option == "none") return std::nullopt;
  if (!option.empty()) {
    const Result<http::Proxy> proxy = http::parse_proxy(option);
    if (!proxy) cannot(fmt::format("--proxy: {}", proxy.error().text()));
    return *proxy;
  }
  const Result<http::Url> url = http::parse_url(base_url, http::QueryPart::allowed);
  if (!url) return std::nullopt;  // told by whoever makes the model
  const auto proxy = http::proxy_for(url->endpoint, environment);
  if (!proxy) cannot(fmt::format("the proxy in the environment: {}", proxy.error().text()));
  return *proxy;
}

std::shared_ptr<models::Budget> budget_from(const ModelOptions& options) {
  if (options.budget <= 0 && options.budget_tokens == 0) return nullptr;
  models::Budget::Limits limits;
  if (options.budget > 0)
    limits.micro_dollars = static_cast<std::uint64_t>(std::llround(options.budget * 1e6));
  if (options.budget_tokens > 0) limits.tokens = options.budget_tokens;
  return std::make_shared<models::Budget>(limits);
}

}  // namespace

void require_persona(const std::string& model) {
  if (!model.starts_with(scripted)) return;
  const std::string name = model.substr(scripted.size());
  if (!personas::persona_named(name)) cannot(no_persona(name));
}

ProviderVariables provider_variables(wire::Format format) {
  switch (format) {
    case wire::Format::messages:
      return {.base_url = "ANTHROPIC_BASE_URL", .key = "ANTHROPIC_API_KEY"};
    case wire::Format::gemini:
      return {.base_url = "GEMINI_BASE_URL", .key = "GEMINI_API_KEY"};
    default:
      return {.base_url = "OPENAI_BASE_URL", .key = "OPENAI_API_KEY"};
  }
}

std::shared_ptr<const models::Prices> prices_from(const std::string& option) {
  const std::filesystem::path file =
      option.empty() ? data_folder("prices") / "prices.yaml" : std::filesystem::path(option);
  auto prices = models::Prices::parse(read_text(file), file.string());
  if (!prices) cannot(prices.error().front().text());
  return std::make_shared<const models::Prices>(*std::move(prices));
}

ModelSource::ModelSource(const asio::any_io_executor& executor, const corpus::Corpus& corpus,
                         ModelOptions options, AgentProtocol protocol)
    : options_(std::move(options)) {
  const Result<wire::Format> format = wire::format_named(options_.api);
  if (!format) cannot(format.error().text());
  remote_.format = *format;
  remote_.model = options_.name;
  remote_.price_name = options_.name;
  remote_.temperature = options_.temperature;
  remote_.max_tokens = options_.max_tokens;
  remote_.deadline = options_.timeout;
  remote_.shared.prices = prices_from(options_.prices);
  remote_.shared.budget = budget_from(options_);
  if (options_.concurrency > 0)
    remote_.shared.throttle = std::make_shared<models::Throttle>(executor, options_.concurrency);
  if (!options_.cache.empty())
    remote_.shared.cache = std::make_shared<models::Cache>(options_.cache);
  if (options_.name.starts_with(scripted)) {
    play(executor, corpus, protocol);
  } else {
    reach_provider();
  }
}

void ModelSource::play(const asio::any_io_executor& executor, const corpus::Corpus& corpus,
                       AgentProtocol protocol) {
  remote_.model = options_.name.substr(scripted.size());
  require_persona(options_.name);
  personas::ServerOptions server;
  server.latency = options_.scripted_latency;
  server.default_persona = personas::persona_named(remote_.model).value();
  server_ = std::make_unique<personas::ScriptedServer>(executor, corpus, std::move(server));
  remote_.format = protocol.format;
  remote_.base_url = server_->base_url(protocol.tooling, protocol.format);
}

void ModelSource::reach_provider() {
  const ProviderVariables usual = provider_variables(remote_.format);
  remote_.base_url = options_.base_url.empty() ? environment(usual.base_url) : options_.base_url;
  if (remote_.base_url.empty()) {
    cannot(
        fmt::format("no model endpoint: give --base-url (or set {}), or use --model "
                    "scripted:obeys",
                    usual.base_url));
  }
  const std::string& variable = options_.key_env.empty() ? usual.key : options_.key_env;
  remote_.key = models::Secret(environment(variable));
  // A server of one's own may need no key, but a variable that was named on purpose must be there.
  if (remote_.key.empty() && !options_.key_env.empty()) {
    cannot(fmt::format("the environment has no {}, which --key-env names",
                       one_line(options_.key_env, 60)));
  }
  remote_.key_header = options_.key_header;
  for (const std::string& header : options_.headers) remote_.headers.push_back(header_from(header));
  remote_.proxy = proxy_from(options_.proxy, personas::with_case(remote_.base_url, "case"));
}

void ModelSource::start(Scope& scope) {
  if (server_) scope.spawn(server_->serve());
}

std::unique_ptr<models::Model> ModelSource::model_for(const corpus::Case& subject,
                                                      std::uint32_t repeat) const {
  models::RemoteModel::Options options = remote_;
  options.base_url = personas::with_case(std::move(options.base_url), subject.id);
  options.salt = std::to_string(repeat);
  auto made = models::RemoteModel::make(std::move(options));
  if (!made) cannot(made.error().text());
  return *std::move(made);
}

}  // namespace redcode::setup
