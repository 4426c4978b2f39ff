#include "report/export/atif.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.h"
#include "report/export/destination.h"
#include "report/export/training.h"

namespace redcode::exports {
namespace {

using record::Role;

// Makes steps of messages, one after the other.
class Steps {
 public:
  explicit Steps(const Trial& trial) : trial_(trial) {}

  void add(const Said& said) {
    if (said.role == Role::observation) return add_result(said);
    const bool agents = said.role == Role::assistant || said.role == Role::permission;
    const std::string_view others = said.role == Role::system ? "system" : "user";
    Json& step = begin(agents ? "agent" : others, said.text.json());
    if (agents) step["model_name"] = json_words(trial_.record.trial.agent.model);
    for (const Call& call : said.calls) add_call(step, call);
    if (said.warm_up) step["extra"]["warm_up"] = true;
    if (said.role == Role::permission) step["extra"]["permission"] = true;
  }

  Json take() && { return std::move(steps_); }

 private:
  Json& begin(std::string_view source, Json message) {
    Json step{{"step_id", steps_.size() + 1}};
    const std::optional<std::chrono::sys_seconds> began = time_of(trial_.record.started_at);
    if (steps_.empty() && began) step["timestamp"] = text_of(*began);
    step["source"] = source;
    step["message"] = std::move(message);
    ids_.clear();
    steps_.push_back(std::move(step));
    return steps_.back();
  }

  void add_call(Json& step, const Call& call) {
    ids_.push_back(call.id);
    step["tool_calls"].push_back({{"tool_call_id", call.id.json()},
                                  {"function_name", call.name.json()},
                                  {"arguments", arguments_object(call)}});
  }

  // A result belongs to the step before it; if nobody has acted yet, to one of the system's.
  void add_result(const Said& said) {
    const bool acted = !steps_.empty() && steps_.back().at("source") == "agent";
    Json& step = acted ? steps_.back() : begin("system", "");
    Json result = Json::object();
    if (std::ranges::find(ids_, said.answers) != ids_.end()) {
      result["source_call_id"] = said.answers.json();
    }
    result["content"] = said.text.json();
    step["observation"]["results"].push_back(std::move(result));
  }

  const Trial& trial_;
  Json steps_ = Json::array();
  std::vector<UntrustedText> ids_;  // of the calls of the last step
};

Json final_metrics(const record::Record& record, std::size_t steps) {
  const record::Usage& usage = record.usage;
  Json metrics{{"total_steps", steps}, {"extra", {{"duration_ms", record.duration_ms}}}};
  if (usage.input_tokens > 0) metrics["total_prompt_tokens"] = usage.input_tokens;
  if (usage.output_tokens > 0) metrics["total_completion_tokens"] = usage.output_tokens;
  if (usage.micro_dollars > 0) {
    metrics["total_cost_usd"] = dollars_in(usage);
  }
  return metrics;
}

}  // namespace

Json trajectory(const Trial& trial, const ExportedTranscript& whole) {
  Steps steps(trial);
  for (const Said& said : whole.messages) steps.add(said);
  Json all = std::move(steps).take();
  const record::AgentId& agent = trial.record.trial.agent;
  const std::string version = trial.run.of_manifest("tool_version");
  const std::size_t length = all.size();
  return {
      {"schema_version", atif_version},
      {"session_id", trial.record.trial.id()},
      {"agent",
       {{"name", json_words(agent.architecture)},
        {"version", json_words(version.empty() ? "unknown" : version)},
        {"model_name", json_words(agent.model)}}},
      {"steps", std::move(all)},
      {"notes", "A RedCode trial. Only its first step has a time; what was judged is in extra."},
      {"final_metrics", final_metrics(trial.record, length)},
      {"extra",
       {{"redcode", to_json(provenance_of(trial))},
        {"stop", name(trial.record.stop)},
        {"withheld", whole.withheld},
        {"scrubbed", total(whole.scrubbed)}}}};
}

void write_atif(const Job& job, const std::filesystem::path& folder, ExportTally& account) {
  Conversations conversations(job.harmful, account);
  job.each_trial([&](const Trial& trial) {
    const std::optional<ExportedTranscript> whole = conversations.of(trial);
    if (!whole) return;
    NewFile file(folder / fmt::format("{}.json", trial.record.trial.id()));
    file.write(pretty_json(trajectory(trial, *whole)) + "\n");
    file.end();
    account.add(whole->scrubbed);
    ++account.written;
  });
}

}  // namespace redcode::exports
