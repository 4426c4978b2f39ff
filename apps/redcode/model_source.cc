#include "model_source.h"

#include <cstdlib>
#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "models/openai_chat.h"

namespace redcode::app {
namespace {

constexpr std::string_view scripted = "scripted:";

void require_persona(const std::string& persona) {
  std::vector<std::string> names;
  for (const personas::Persona known : personas::all_personas())
    names.emplace_back(personas::name(known));
  if (std::ranges::find(names, persona) != names.end()) return;
  const std::string near = nearest(persona, names);
  throw Failure(
      Failure::Kind::unavailable,
      fmt::format("no persona '{}'{}", one_line(persona, 40),
                  near.empty() ? "" : fmt::format("; did you mean {}{}?", scripted, near)));
}

std::string environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

std::string with_case(std::string url, const std::string& case_id) {
  static constexpr std::string_view placeholder = "{case}";
  const std::size_t at = url.find(placeholder);
  if (at != std::string::npos) url.replace(at, placeholder.size(), case_id);
  return url;
}

}  // namespace

ModelSource::ModelSource(asio::any_io_executor executor, const corpus::Corpus& corpus,
                         AgentOptions options)
    : options_(std::move(options)), wire_model_(options_.model) {
  if (options_.model.starts_with(scripted)) {
    wire_model_ = options_.model.substr(scripted.size());
    require_persona(wire_model_);
    personas::ServerOptions server;
    server.latency = options_.scripted_latency;
    server_ =
        std::make_unique<personas::ScriptedServer>(std::move(executor), corpus, std::move(server));
    options_.base_url = fmt::format("http://127.0.0.1:{}/{{case}}/v1", server_->port());
    return;
  }
  if (options_.base_url.empty()) options_.base_url = environment("OPENAI_BASE_URL");
  if (options_.base_url.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  "no model endpoint: give --base-url (or set OPENAI_BASE_URL), or use --model "
                  "scripted:obeys");
  }
  key_ = models::Secret(environment(options_.key_env));
  // A server of one's own may need no key, but a variable that was named on purpose must be there.
  if (key_.empty() && options_.key_env != AgentOptions{}.key_env) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("the environment has no {}, which --key-env names",
                              one_line(options_.key_env, 60)));
  }
}

void ModelSource::start(Scope& scope) {
  if (server_) scope.spawn(server_->serve());
}

void ModelSource::stop() {
  if (server_) server_->stop();
}

std::unique_ptr<models::Model> ModelSource::model_for(const corpus::Case& subject) const {
  auto made = models::OpenAiChat::make({.base_url = with_case(options_.base_url, subject.id),
                                        .model = wire_model_,
                                        .key = key_,
                                        .temperature = options_.temperature,
                                        .max_tokens = options_.max_tokens,
                                        .deadline = options_.model_timeout});
  if (!made) throw Failure(Failure::Kind::unavailable, made.error().text());
  return *std::move(made);
}

}  // namespace redcode::app
