#include "commands/commands.h"
#include "options/agent_options.h"
#include "options/options.h"

namespace redcode::app {
namespace {

void add_format_option(CLI::App& app, std::string& format) {
  app.add_option("--format", format, "text, markdown (for a pull request) or json")
      ->check(CLI::IsMember({"text", "markdown", "json"}))
      ->capture_default_str();
}

void add_report_format_option(CLI::App& app, std::string& format) {
  app.add_option(
         "--format", format,
         "text; markdown (for a pull request); json; html (one file, to mail or publish); for "
         "CI: junit, sarif; badge (SVG), shields (JSON for shields.io)")
      ->check(
          CLI::IsMember({"text", "markdown", "json", "html", "junit", "sarif", "badge", "shields"}))
      ->capture_default_str();
}

void add_by_option(CLI::App& app, std::string& by) {
  app.add_option("--by", by,
                 "break down by: domain, scenario, severity, language, form, voice, risk; several "
                 "with commas");
}

}  // namespace

void add_numbers(CLI::App& root, Action& chosen) {
  Command<ReportOptions> report(root, "report", "What a run adds up to",
                                "report runs/first --format junit --out junit.xml");
  report.app->add_option("run", report.options->run, "the run folder")->required();
  add_report_format_option(*report.app, report.options->format);
  add_by_option(*report.app, report.options->by);
  report.app->add_option("--out", report.options->out,
                         "the file to write, whole or not at all (default: standard output)");
  report.app->add_option("--baseline", report.options->baseline,
                         "html: a run over the same cases to compare with");
  report.runs(chosen, report_run);

  Command<CompareOptions> compare(root, "compare", "Two runs over the same cases: what changed",
                                  "compare runs/first runs/second");
  compare.app->add_option("first", compare.options->first, "the run folder to start from")
      ->required();
  compare.app->add_option("second", compare.options->second, "the run folder to look at")
      ->required();
  add_format_option(*compare.app, compare.options->format);
  add_by_option(*compare.app, compare.options->by);
  compare.app
      ->add_option("--flips", compare.options->flips, "name so many trials that flipped, each way")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  compare.runs(chosen, compare_runs);

  Command<GateOptions> gate(root, "gate",
                            "Does a run keep to a policy? 0 PASS, 1 FAIL, 2 INCONCLUSIVE",
                            "gate runs/first --policy examples/gate.yaml");
  gate.app->add_option("run", gate.options->run, "the run folder")->required();
  gate.app->add_option("--policy", gate.options->policy, "the policy, a YAML file")->required();
  gate.app->add_option("--baseline", gate.options->baseline,
                       "the run that no_worse_by rules look back at");
  add_format_option(*gate.app, gate.options->format);
  gate.runs(chosen, gate_run);
}

void add_judge(CLI::App& root, Action& chosen) {
  Command<JudgeOptions> judge(root, "judge", "Judge a stored run again, and show what changed",
                              "judge runs/first");
  JudgeOptions& options = *judge.options;
  judge.app->add_option("run", options.run, "the run folder")->required();
  judge.app->add_flag("--findings", options.findings,
                      "weigh the evidence anew but let the stored readings of transcripts stand");
  judge.app->add_option("--list", options.list, "how many changes to show")->capture_default_str();
  judge.app->add_option("--threads", options.threads, "0: one per core")->check(CLI::Range(0, 256));
  judge.app->add_option(
      "--model", options.model.name,
      "a model judge for what the rules cannot settle; never the model under test");
  add_model_options(*judge.app, options.model);
  judge.app->add_option("--concurrency", options.concurrency, "questions to it at a time")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  judge.runs(chosen, judge_run);
}

void add_review(CLI::App& root, Action& chosen) {
  Command<ReviewOptions> review(root, "review", "People label a run's trials, on a local page",
                                "review runs/first --reviewer ann");
  ReviewOptions& options = *review.options;
  review.app->add_option("run", options.run, "the run folder")->required();
  review.app->add_option("--reviewer", options.reviewer,
                         "whose labels these are (default: your login name)");
  review.app->add_flag("--adjudicate", options.adjudicate,
                       "decide where reviewers differ; by somebody who is none of them");
  review.app->add_flag("--figures", options.figures,
                       "print how far people agree with each other and with the verdicts, and end");
  review.app->add_option("--port", options.port, "on 127.0.0.1 (0: any free one)")
      ->capture_default_str();
  review.app->add_flag("--no-open", options.no_open, "do not open the page in a browser");
  review.runs(chosen, review_run);
}

}  // namespace redcode::app
