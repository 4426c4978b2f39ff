#include "commands/runs.h"

#include "options/options.h"
#include "run/steer/controls.h"

namespace redcode::app {
namespace {

using Runs = Command<RunsOptions>;

// Of a sub-command that takes a run folder.
Runs of_a_run(CLI::App& group, const std::string& name, const std::string& help) {
  Runs one(group, name, help, "runs " + name + " runs/first");
  one.app->add_option("run", one.options->run, "the run folder")->required();
  return one;
}

void add_inspection(CLI::App& group, Action& chosen) {
  Runs list(group, "list", "The runs in a folder: how far, with what outcomes, in what state",
            "runs list runs");
  list.app->add_option("folder", list.options->folder, "folder of run folders")
      ->capture_default_str();
  list.app->add_flag("--json", list.options->json, "one JSON object a line");
  list.runs(chosen, runs_list);

  Runs show = of_a_run(group, "show", "One run: plan, counts, retries, faults, disk");
  show.app->add_flag("--json", show.options->json, "as JSON");
  show.runs(chosen, runs_show);

  Runs verify = of_a_run(group, "verify", "Is it whole? Every line, blob and trial; 1 if not");
  verify.app->add_option("--threads", verify.options->threads, "0: one per core")
      ->check(CLI::Range(0, 256));
  verify.app->add_flag("--json", verify.options->json, "as JSON");
  verify.runs(chosen, runs_verify);
}

void add_tidying(CLI::App& group, Action& chosen) {
  Runs resume = of_a_run(group, "resume", "Go on with a run that was broken off");
  add_retry_option(*resume.app, resume.options->retry);
  resume.runs(chosen, runs_resume);

  Runs prune = of_a_run(group, "prune", "Remove what no record refers to");
  prune.app->add_flag("--transcripts", prune.options->transcripts,
                      "transcripts too: the run cannot be judged again or reviewed afterwards");
  prune.app->add_flag("--dry-run", prune.options->dry_run, "only say what would be removed");
  prune.runs(chosen, runs_prune);
}

void add_steering(CLI::App& group, Action& chosen) {
  Runs status = of_a_run(group, "status", "How far a run is, while it runs or after");
  status.app->add_flag("--watch", status.options->watch, "every second, until the run ends");
  status.app->add_flag("--json", status.options->json, "one JSON object a line");
  status.runs(chosen, runs_status);

  of_a_run(group, "pause", "Start no more trials; those that run are brought to their end")
      .runs(chosen, runs_pause);
  of_a_run(group, "continue", "Go on after a pause").runs(chosen, runs_continue);
  of_a_run(group, "cancel", "End it as Ctrl-C does; it can be resumed").runs(chosen, runs_cancel);

  Runs concurrency(group, "concurrency", "Run more or fewer trials at a time from now on",
                   "runs concurrency runs/first 16");
  concurrency.app->add_option("run", concurrency.options->run, "the run folder")->required();
  concurrency.app->add_option("trials", concurrency.options->concurrency, "trials at a time")
      ->check(CLI::Range(std::size_t{1}, steer::most_at_a_time))
      ->required();
  concurrency.runs(chosen, runs_concurrency);
}

}  // namespace

void add_runs(CLI::App& root, Action& chosen) {
  CLI::App* group = root.add_subcommand("runs", "Run folders: look, check, tidy up, steer")
                        ->require_subcommand(1);
  add_inspection(*group, chosen);
  add_tidying(*group, chosen);
  add_steering(*group, chosen);
}

}  // namespace redcode::app
