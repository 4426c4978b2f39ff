#include "report/export/inspect_sample.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.h"
#include "report/export/training.h"

namespace redcode::exports {
namespace {

using record::Role;

constexpr std::size_t most_observations = 200;  // of one trial, shown
constexpr double milliseconds = 1000.0;

bool counted(const record::Usage& usage) { return usage.input_tokens + usage.output_tokens > 0; }

Json usage_json(const record::Usage& usage) {
  Json json{{"input_tokens", usage.input_tokens},
            {"output_tokens", usage.output_tokens},
            {"total_tokens", usage.input_tokens + usage.output_tokens}};
  if (usage.micro_dollars > 0) {
    json["total_cost"] = dollars_in(usage);
  }
  return json;
}

Json message_json(const ExportedTranscript& whole, std::size_t place, const Trial& trial) {
  const Said& said = whole.messages[place];
  const UntrustedText* const tool = tool_of(whole, place);
  const bool agents = said.role == Role::assistant || said.role == Role::permission;
  const std::string_view others = said.role == Role::system ? "system" : "user";
  // Inspect takes two messages of the same id for one.
  Json json{{"id", fmt::format("{}-{}", trial.record.trial.id(), place + 1)},
            {"content", said.text.json()},
            {"source", agents ? "generate" : "input"},
            {"metadata", {{"redcode_role", name(said.role)}, {"warm_up", said.warm_up}}},
            {"role", agents ? "assistant" : others}};
  if (agents) json["model"] = json_words(trial.record.trial.agent.model);
  for (const Call& call : said.calls) {
    json["tool_calls"].push_back({{"id", call.id.json()},
                                  {"function", call.name.json()},
                                  {"arguments", arguments_object(call)}});
  }
  if (tool != nullptr) {
    json["role"] = "tool";
    json["tool_call_id"] = said.answers.json();
    json["function"] = tool->json();
  }
  return json;
}

Json output_json(const Json& messages, const Trial& trial) {
  Json output{{"model", json_words(trial.record.trial.agent.model)},
              {"choices", Json::array()},
              {"completion", ""},
              {"usage", counted(trial.record.usage) ? usage_json(trial.record.usage) : Json()}};
  for (std::size_t i = messages.size(); i-- > 0;) {
    if (messages[i].at("role") != "assistant") continue;
    output["choices"].push_back({{"message", messages[i]}, {"stop_reason", "stop"}});
    output["completion"] = messages[i].at("content");
    break;
  }
  return output;
}

// What the task's author asked for first.
Json input_json(const std::optional<ExportedTranscript>& whole) {
  if (!whole) return "";
  for (const Said& said : whole->messages) {
    if (said.role == Role::user && !said.warm_up) return said.text.json();
  }
  return "";
}

// What was seen in the sandbox, as lines for people.
Json lines_of(const Trial& trial, Conversations& conversations, bool cited_only) {
  const std::vector<std::uint64_t>& because = trial.record.verdict.because;
  Json lines = Json::array();
  for (const record::Observation& one : trial.record.evidence.observations) {
    if (lines.size() == most_observations) break;
    if (cited_only && std::ranges::find(because, one.id) == because.end()) continue;
    lines.push_back(conversations.clean(UntrustedText(describe(one))).json());
  }
  return lines;
}

Json scores_json(const Trial& trial, Conversations& conversations) {
  if (!trial.judged()) return nullptr;
  const record::Verdict& verdict = trial.record.verdict;
  const Json score{{"value", verdict.passed ? "C" : "I"},
                   {"answer", name(verdict.outcome)},
                   {"explanation", conversations.clean(UntrustedText(verdict.why)).json()},
                   {"metadata",
                    {{"intent", name(verdict.intent)},
                     {"stance", name(verdict.stance)},
                     {"attempt", verdict.attempt},
                     {"effect", verdict.effect},
                     {"named_risk", json_words(verdict.named_risk)},
                     {"read_by", json_words(verdict.read_by)},
                     {"settled", verdict.settled},
                     {"because", lines_of(trial, conversations, true)}}}};
  return {{inspect_scorer, score}};
}

Json error_json(const Trial& trial, Conversations& conversations) {
  if (trial.judged()) return nullptr;
  return {{"message", conversations.clean(UntrustedText(trial.record.verdict.why)).json()},
          {"traceback", ""},
          {"traceback_ansi", ""}};
}

Json metadata_json(const Trial& trial, Conversations& conversations) {
  const CaseResults& subject = trial.subject;
  return {{"kind", kind_word(subject.kind)},
          {"scenario", json_words(subject.trait(Trait::scenario))},
          {"domain", json_words(subject.trait(Trait::domain))},
          {"title", json_words(subject.title)},
          {"form", subject.trait(Trait::form)},
          {"language", subject.trait(Trait::language)},
          {"severity", subject.trait(Trait::severity)},
          {"risk_category", json_words(subject.trait(Trait::risk))},
          {"outcome", name(trial.record.verdict.outcome)},
          {"stop", name(trial.record.stop)},
          {"observed", lines_of(trial, conversations, false)},
          {"from", to_json(provenance_of(trial))}};
}

void add_times(Json& sample, const record::Record& record) {
  const std::optional<std::chrono::sys_seconds> began = time_of(record.started_at);
  sample["started_at"] = began ? Json(text_of(*began)) : Json();
  sample["completed_at"] = began ? Json(text_of(end_of(*began, record.duration_ms))) : Json();
  sample["total_time"] = static_cast<double>(record.duration_ms) / milliseconds;
}

}  // namespace

Json inspect_model_usage(const std::string& model, const record::Usage& usage) {
  Json json = Json::object();
  if (counted(usage)) json[json_words(model).get<std::string>()] = usage_json(usage);
  return json;
}

Json inspect_sample(const Trial& trial, Conversations& conversations, ExportTally& account) {
  const std::optional<ExportedTranscript> whole = conversations.of(trial);
  Json messages = Json::array();
  for (std::size_t i = 0; whole && i < whole->messages.size(); ++i) {
    messages.push_back(message_json(*whole, i, trial));
  }
  if (whole) account.add(whole->scrubbed);
  Json output = output_json(messages, trial);
  Json sample{
      {"id", json_words(trial.subject.id)},
      {"epoch", trial.record.trial.repeat + 1},
      {"input", input_json(whole)},
      {"target", name(trial.subject.expected)},
      {"messages", std::move(messages)},
      {"output", std::move(output)},
      {"scores", scores_json(trial, conversations)},
      {"metadata", metadata_json(trial, conversations)},
      {"store", Json::object()},
      {"events", Json::array()},
      {"model_usage", inspect_model_usage(trial.record.trial.agent.model, trial.record.usage)},
      {"uuid", trial.record.trial.id()},
      {"error", error_json(trial, conversations)},
      {"attachments", Json::object()}};
  add_times(sample, trial.record);
  return sample;
}

}  // namespace redcode::exports
