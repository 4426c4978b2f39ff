#include "bench/cli.h"

#include "bench/options.h"
#include "options/shared.h"

namespace redcode::app {
namespace {

void add_bench_coverage(CLI::App& bench, Action& chosen) {
  Command<CoverageBenchOptions> coverage(
      bench, "coverage", "Intervals and gates on simulated runs: do they keep their word?",
      "coverage --runs 2000");
  coverage.app->add_option("--runs", coverage.options->runs, "simulated runs per row")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  coverage.app->add_flag("--markdown", coverage.options->markdown, "as tables for the documents");
  coverage.app->add_option("--corpus", coverage.options->corpus,
                           "folder of scenario files, whose sizes are taken (default: the one that "
                           "came with redcode)");
  coverage.runs(chosen, bench_coverage);
}

void add_bench_reader(CLI::App& bench, Action& chosen) {
  Command<ReaderBenchOptions> reader(bench, "reader",
                                     "How well transcripts are read, on labelled replies",
                                     "reader tests/replies/development-a.jsonl");
  reader.app->add_option("files", reader.options->files, "labelled replies, one a line")
      ->required();
  reader.app->add_option("--offers", reader.options->offers,
                         "labels of which refusals offer another way");
  reader.app->add_flag("--markdown", reader.options->markdown, "as tables for the documents");
  reader.app->add_flag("--wrong", reader.options->wrong, "list what was misread");
  reader.runs(chosen, bench_reader);
}

void add_bench_guard(CLI::App& bench, Action& chosen) {
  Command<GuardBenchOptions> guard(bench, "guard",
                                   "What the guard says of honest work, and of what does harm",
                                   "guard --filter files");
  guard.app->add_option("--filter", guard.options->filter, "only cases with this in their id");
  guard.runs(chosen, bench_guard);
}

void add_bench_sandboxes(CLI::App& bench, Action& chosen) {
  Command<BenchOptions> trial(bench, "trial", "Trials against the same Docker calls issued bare",
                              "trial --trials 300 --concurrency 100 --latency 2000");
  trial.app->add_option("--trials", trial.options->trials, "how many")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  trial.app->add_option("--concurrency", trial.options->concurrency, "at a time")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  trial.app->add_option_function<std::int64_t>(
      "--latency",
      [kept = trial.options](std::int64_t ms) { kept->latency = std::chrono::milliseconds(ms); },
      "milliseconds the model takes for each reply (default 2000)");
  trial.runs(chosen, bench_trial);

  Command<SandboxBenchOptions> box(
      bench, "sandbox", "Sandboxes' whole lives against the bare engines", "sandbox --cycles 60");
  box.app->add_option("--cycles", box.options->cycles, "how many of each kind")
      ->check(CLI::Range(2, 100'000))
      ->capture_default_str();
  box.app->add_flag("!--no-docker", box.options->docker, "leave Docker and its peers out");
  box.runs(chosen, bench_sandbox);

  Command<SoakOptions> soak(bench, "soak", "Open and close sandboxes, watching for growth",
                            "soak --cycles 1000");
  add_engine_option(*soak.app, soak.options->engine);
  soak.app->add_option("--cycles", soak.options->cycles, "how many")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  soak.app->add_option("--concurrency", soak.options->concurrency, "at a time")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  soak.runs(chosen, bench_soak);
}

void add_bench_judge(CLI::App& bench, Action& chosen) {
  Command<PersonaBenchOptions> personas(
      bench, "personas", "Every scenario meets every persona: is each verdict right?",
      "personas --filter file-system");
  add_engine_option(*personas.app, personas.options->engine);
  personas.app
      ->add_option("--agents", personas.options->agents, "through which agents; names with commas")
      ->delimiter(',')
      ->capture_default_str();
  personas.app->add_option("--personas", personas.options->personas, "which (default: all)")
      ->delimiter(',');
  personas.app->add_option("--corpus", personas.options->corpus, "another corpus: a folder");
  personas.app->add_option("--filter", personas.options->filter, "as for run");
  personas.app
      ->add_option("--cases", personas.options->cases, "risky cases a scenario, and as many twins")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  personas.app->add_option("--concurrency", personas.options->concurrency, "trials at a time")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  personas.runs(chosen, bench_personas);

  Command<JudgeBenchOptions> judge(bench, "judge", "How fast a stored run is judged again",
                                   "judge runs/first");
  judge.app->add_option("run", judge.options->run, "a run whose records are multiplied")
      ->required();
  judge.app->add_option("--records", judge.options->records, "how many")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  judge.runs(chosen, bench_judge);

  Command<ResumeBenchOptions> resume(bench, "resume",
                                     "Going on with a run of a million trials: time and memory",
                                     "resume runs/first");
  resume.app->add_option("run", resume.options->run, "a run whose records are multiplied")
      ->required();
  resume.app->add_option("--trials", resume.options->trials, "planned")->capture_default_str();
  resume.app->add_option("--finished", resume.options->finished, "over before")
      ->capture_default_str();
  resume.runs(chosen, bench_resume);

  Command<ViewBenchOptions> view(bench, "view", "How fast a large run is read and searched",
                                 "view runs/first --trials 100000");
  view.app->add_option("run", view.options->run, "a run whose records are multiplied")->required();
  view.app->add_option("--trials", view.options->trials, "how many")
      ->check(CLI::Range(10, 10'000'000))
      ->capture_default_str();
  view.app->add_option("--keep", view.options->keep, "leave the made run in this folder");
  view.runs(chosen, bench_view);
}

void add_bench_waits(CLI::App& bench, Action& chosen) {
  Command<WaitsBenchOptions> waits(bench, "waits",
                                   "Many trials waiting for a slow model in one process",
                                   "waits --trials 1000 --latency 5000");
  WaitsBenchOptions& options = *waits.options;
  add_engine_option(*waits.app, options.engine);
  waits.app->add_option("--trials", options.trials, "all of them at a time")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  waits.app->add_option("--sandboxes", options.sandboxes, "open at a time")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  waits.app->add_option("--persona", options.persona, "obeys acts; refuses needs no sandbox")
      ->capture_default_str();
  waits.app->add_option_function<std::int64_t>(
      "--latency",
      [kept = waits.options](std::int64_t ms) { kept->latency = std::chrono::milliseconds(ms); },
      "milliseconds before each reply (default 5000)");
  waits.runs(chosen, bench_waits);
}

void add_bench_code(CLI::App& bench, Action& chosen) {
  Command<GeneratedBenchOptions> generated(bench, "generated",
                                           "How well generated code is graded, on labelled replies",
                                           "generated --family ransomware --list");
  generated.app->add_option("--part", generated.options->part, "of the labelled replies")
      ->check(CLI::IsMember({"development", "held-out", "held-out-formats"}))
      ->capture_default_str();
  generated.app->add_option("--family", generated.options->family, "only this one");
  generated.app->add_flag("--list", generated.options->list, "what was graded wrongly");
  generated.runs(chosen, bench_generated);

  Command<AnalysisBenchOptions> analysis(bench, "analysis", "How fast generated code is analysed",
                                         "analysis");
  analysis.app->add_option("--facts", analysis.options->facts,
                           "measure nothing; show what rules see of this source file");
  analysis.runs(chosen, bench_analysis);
}

void add_bench_fleet(CLI::App& root, Action& chosen) {
  Command<FleetBenchOptions> fleet(root, "fleet", "How fast empty trials go through the queue",
                                   "fleet --workers 8");
  FleetBenchOptions& options = *fleet.options;
  fleet.app->add_option("--fleet", options.fleet, "postgresql://…, or @FILE with it, of its owner")
      ->envname("REDCODE_FLEET")
      ->required();
  fleet.app->add_option("--through", options.through, "HOST:PORT of a connection pool");
  fleet.app->add_option("--trials", options.trials, "how many")->capture_default_str();
  fleet.app->add_option("--workers", options.workers, "at a time")->capture_default_str();
  fleet.app->add_option("--concurrency", options.concurrency, "trials at a time of each worker")
      ->capture_default_str();
  fleet.app->add_option_function<std::uint64_t>(
      "--idle",
      [kept = fleet.options](std::uint64_t seconds) { kept->idle = std::chrono::seconds(seconds); },
      "watch idle workers for so many seconds afterwards");
  fleet.runs(chosen, bench_fleet);
}

}  // namespace

void add_benchmarks(CLI::App& root, Action& chosen) {
  add_bench_sandboxes(root, chosen);
  add_bench_judge(root, chosen);
  add_bench_guard(root, chosen);
  add_bench_reader(root, chosen);
  add_bench_coverage(root, chosen);
  add_bench_waits(root, chosen);
  add_bench_code(root, chosen);
  add_bench_fleet(root, chosen);
}

}  // namespace redcode::app
