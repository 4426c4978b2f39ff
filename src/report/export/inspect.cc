#include "report/export/inspect.h"

#include "base/clock.h"
#include "base/digest.h"
#include "report/export/inspect_sample.h"
#include "report/summary.h"

namespace redcode::exports {
namespace {

// Whole, so that the same run has the same ids in every export.
constexpr std::size_t id_length = 22;

std::string created(const Run& run) {
  const std::optional<Run::Span>& span = run.span();
  return text_of(span ? span->first : std::chrono::sys_seconds{});
}

std::string id_of(const Run& run, std::string_view what) {
  return sha256_hex(std::string(what) + dump_json(run.results().manifest) + created(run))
      .substr(0, id_length);
}

std::string task_of(const Run& run) { return fmt::format("redcode-{}", run.suite()); }

Json eval_json(const Run& run) {
  Json metadata = Json::object();
  for (const char* key : {"agent", "prompt_mode", "engine", "prompt_digest", "corpus_digest",
                          "cases_digest", "image_digest", "tool_version"}) {
    metadata[key] = json_words(run.of_manifest(key));
  }
  Json ids = Json::array();
  for (const CaseResults& subject : run.subjects()) ids.push_back(json_words(subject.id));
  return {{"eval_id", id_of(run, "eval")},
          {"run_id", id_of(run, "run")},
          {"created", created(run)},
          {"task", task_of(run)},
          {"task_id", id_of(run, "task")},
          {"task_version", json_words(run.of_manifest("tool_version"))},
          {"task_attribs", Json::object()},
          {"task_args", Json::object()},
          {"solver", json_words(run.of_manifest("agent"))},
          {"tags", {"redcode"}},
          {"dataset",
           {{"name", task_of(run)},
            {"samples", run.subjects().size()},
            {"sample_ids", std::move(ids)},
            {"shuffled", false}}},
          {"model", json_words(run.of_manifest("model"))},
          {"model_args", Json::object()},
          {"config", {{"epochs", run.results().repeats}}},
          {"packages", {{"redcode", json_words(run.of_manifest("tool_version"))}}},
          {"metadata", std::move(metadata)}};
}

Json metrics_json(const stats::Tally& all) {
  Json metrics = Json::object();
  for (std::size_t i = 0; i < stats::all_metrics; ++i) {
    const auto metric = static_cast<stats::Metric>(i);
    const std::optional<stats::Estimate> estimate = all.estimate(metric);
    if (!estimate || estimate->total.trials == 0) continue;
    const std::string name(stats::traits(metric).name);
    metrics[name] = {{"name", name},
                     {"value", estimate->value},
                     {"params", Json::object()},
                     {"metadata",
                      {{"interval", {estimate->interval.low, estimate->interval.high}},
                       {"trials", estimate->total.trials},
                       {"missing", estimate->total.missing}}}};
  }
  return metrics;
}

Json results_json(const Run& run) {
  const stats::Tally all = report::tally(run.results());
  const std::uint64_t judged = all.trials() - all.count(record::Outcome::invalid);
  const Json score{{"name", inspect_scorer},   {"scorer", inspect_scorer},
                   {"scored_samples", judged}, {"unscored_samples", all.trials() - judged},
                   {"params", Json::object()}, {"metrics", metrics_json(all)}};
  return {{"total_samples", run.results().planned()},
          {"completed_samples", judged},
          {"scores", {score}}};
}

Json stats_json(const Run& run) {
  const auto& span = run.span();
  return {{"started_at", span ? text_of(span->first) : ""},
          {"completed_at", span ? text_of(span->last) : ""},
          {"model_usage", inspect_model_usage(run.of_manifest("model"), run.results().usage)}};
}

// Everything before the samples, in the order that Inspect's readers rely on.
std::string head_of(const Run& run) {
  const bool whole = run.results().recorded == run.results().planned();
  const Json step{{"solver", json_words(run.of_manifest("agent"))}, {"params", Json::object()}};
  const Json head{{"version", 2},
                  {"status", whole ? "success" : "cancelled"},
                  {"eval", eval_json(run)},
                  {"plan", {{"name", "plan"}, {"steps", {step}}, {"config", Json::object()}}},
                  {"results", results_json(run)},
                  {"stats", stats_json(run)}};
  std::string text = dump_json(head);
  text.pop_back();  // the closing brace comes behind the samples
  return text;
}

}  // namespace

void write_inspect(const Job& job, NewFile& file, ExportTally& account) {
  Conversations conversations(job.harmful, account);
  file.write(head_of(job.runs.front()) + ",\"samples\":[");
  job.each_trial([&](const Trial& trial) {
    file.write(account.written == 0 ? "\n" : ",\n");
    file.write(dump_json(inspect_sample(trial, conversations, account)));
    ++account.written;
  });
  file.write("\n]}\n");
}

}  // namespace redcode::exports
