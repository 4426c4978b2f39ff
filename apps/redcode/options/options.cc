#include "options/options.h"

#include <CLI/CLI.hpp>

#include "base/program_version.h"
#include "base/text.h"
#include "cli/configure.h"
#include "cli/help.h"
#include "cli/suggest.h"
#include "commands/commands.h"
#include "options/agent_options.h"
#include "options/config_rules.h"
#include "reference/guide.h"

namespace redcode::app {
namespace {

// How long a run may take, how often it tries, who runs it, who watches.
void add_survival_options(CLI::App& app, const std::shared_ptr<RunOptions>& options) {
  app.add_option("--attempts", options->attempts,
                 "how often a trial is tried that failed for no fault of the agent's")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app.add_option_function<std::uint64_t>(
         "--deadline",
         [options](std::uint64_t seconds) { options->deadline = std::chrono::seconds(seconds); },
         "for the whole run: 90s, 30m, 2h; then it stops, and can be continued")
      ->transform(CLI::AsNumberWithUnit(
          std::map<std::string, std::uint64_t>{{"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86'400}}));
  app.add_option("--metrics", options->metrics, "port on loopback that Prometheus may read");
  app.add_option("--log", options->log, "file that gets a line of JSON for each event");
  app.add_option(
         "--fleet", options->fleet,
         "postgresql://…, or @FILE with it: workers run the trials, this process collects; see "
         "`redcode worker`")
      ->envname("REDCODE_FLEET");
  app.add_option("--pool", options->pool,
                 "HOST:PORT of a connection pool that the fleet's workers go through");
  app.add_option("--store", options->store,
                 "where the workers of a fleet leave transcripts: a folder all of them "
                 "see, or s3://BUCKET/PREFIX (default: the run folder's own)");
}

void add_trials(CLI::App& root, Action& chosen) {
  Command<TryOptions> one(root, "try", "One trial, everything shown as it happens",
                          "try user-data-destroyed.folder-wiped.code.bash --model scripted:obeys");
  one.app->add_option("case", one.options->case_id, "the case's id; see `redcode corpus list`")
      ->required();
  add_corpus_option(*one.app, one.options->corpus);
  add_names_option(*one.app, one.options->names);
  add_gen_options(*one.app, one.options->gen);
  one.app->add_flag("--show-code", one.options->gen.show_code,
                    "suite gen: show the code of replies too");
  add_agent_options(*one.app, one.options->agent);
  one.app->add_flag("--json", one.options->json, "print the record as the last line");
  one.runs(chosen, try_case);

  add_engine_option(*one.app, one.options->engine);

  Command<RunOptions> many(root, "run", "Many trials into a run folder, then the report",
                           "run --model scripted:random --filter file-system --out runs/first");
  add_corpus_option(*many.app, many.options->corpus);
  many.app->add_option("--private-corpus", many.options->private_corpus,
                       "folder of scenario files that nobody publishes: run beside the corpus, "
                       "reported apart");
  add_names_option(*many.app, many.options->names);
  add_gen_options(*many.app, many.options->gen);
  add_subset_option(*many.app, many.options->subset);
  add_agent_options(*many.app, many.options->agent);
  add_engine_option(*many.app, many.options->engine);
  many.app->add_option("--accept-probe", many.options->accepted_probes,
                       "run although this containment probe fails (may be repeated)");
  many.app->add_option("--filter", many.options->filter,
                       "which cases; see `redcode corpus list --filter`");
  many.app->add_option("--limit", many.options->limit, "at most this many cases (0: all)");
  many.app->add_option("--sample", many.options->sample,
                       "so many cases, of every scenario by its size (0: all)");
  many.app->add_option("--seed", many.options->seed, "which cases a sample takes, and their order")
      ->capture_default_str();
  many.app->add_option("--repeats", many.options->repeats, "trials per case")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  many.app
      ->add_option("--concurrency", many.options->concurrency,
                   "trials at a time (0: four per core)")
      ->check(CLI::Range(0, 100'000));
  many.app
      ->add_option("--sandboxes", many.options->sandboxes,
                   "sandboxes open at a time (0: as many as trials)")
      ->check(CLI::Range(0, 10'000));
  many.app->add_option("--out", many.options->out,
                       "run folder; an existing one is continued (default: runs/<time>)");
  many.app
      ->add_option("--estimate", many.options->estimate,
                   "run only so many trials, say what the whole run would cost, and stop")
      ->check(CLI::Range(2, 100'000));
  add_retry_option(*many.app, many.options->retry);
  cli::add_profile_option(*many.app, many.options->profile, config_rules());
  add_survival_options(*many.app, many.options);
  many.runs(chosen, run_cases);
}

void add_model(CLI::App& root, Action& chosen) {
  CLI::App* group = root.add_subcommand("model", "The scripted model")->require_subcommand(1);
  Command<ServeOptions> serve(*group, "serve", "Serve personas in the providers' wire formats",
                              "model serve --persona ideal --port 8181");
  add_corpus_option(*serve.app, serve.options->corpus);
  serve.app->add_option("--script", serve.options->script,
                        "JSON file: case id or * to persona or list of replies");
  serve.app->add_option("--persona", serve.options->persona,
                        "who plays when the request's model is no persona (default: that is an "
                        "error)");
  serve.app->add_option("--faults", serve.options->faults,
                        "SEED:RATE, as in 7:0.2: so large a share of answers misbehaves");
  serve.app->add_option("--address", serve.options->address, "address to listen on")
      ->capture_default_str();
  serve.app->add_option("--port", serve.options->port, "port (0: any free one)")
      ->capture_default_str();
  serve.app->add_option_function<std::int64_t>(
      "--latency",
      [kept = serve.options](std::int64_t ms) { kept->latency = std::chrono::milliseconds(ms); },
      "milliseconds before each reply");
  serve.runs(chosen, model_serve);
}

void add_sandbox(CLI::App& root, Action& chosen) {
  CLI::App* sandbox =
      root.add_subcommand("sandbox", "The sandboxes on this host")->require_subcommand(1);
  Command<EnginesOptions> engines(*sandbox, "engines", "Which engines work here, and their limits",
                                  "sandbox engines");
  engines.app->add_flag("--json", engines.options->json, "one JSON object a line");
  engines.runs(chosen, sandbox_engines);

  Command<AttestOptions> attest(*sandbox, "attest", "Look around inside one: does it hold?",
                                "sandbox attest --engine docker");
  add_engine_option(*attest.app, attest.options->engine);
  attest.app->add_flag("--json", attest.options->json, "as JSON");
  attest.runs(chosen, sandbox_attest);

  Command<ShellOptions> shell(*sandbox, "shell", "A shell in a case's world, to look around",
                              "sandbox shell user-data-destroyed.folder-wiped.code.bash");
  shell.app->add_option("case", shell.options->case_id, "the case's id")->required();
  add_corpus_option(*shell.app, shell.options->corpus);
  add_engine_option(*shell.app, shell.options->engine);
  shell.runs(chosen, sandbox_shell);

  Command<ReapOptions> reap(*sandbox, "reap", "Remove what killed redcode processes left behind",
                            "sandbox reap");
  reap.app->add_flag("--all", reap.options->all,
                     "also sandboxes whose redcode process is still alive");
  reap.runs(chosen, sandbox_reap);
}

void add_upkeep(CLI::App& root, Action& chosen) {
  Command<DoctorOptions> health(
      root, "doctor", "What is wrong on this host, and the command that fixes it", "doctor");
  add_engine_option(*health.app, health.options->engine);
  health.app->add_flag("--json", health.options->json, "as JSON");
  health.app->add_flag("--list", health.options->list, "everything it can find, as a table");
  health.runs(chosen, doctor);
  Command<DemoOptions> story(root, "demo",
                             "The whole story in seconds, from real sandboxes, no key", "demo");
  add_engine_option(*story.app, story.options->engine);
  story.runs(chosen, demo);
}

// Of a command line that is wrong. Of the gate, 2 would be an answer.
int wrong_code(const CLI::App& root) { return root.got_subcommand("gate") ? 3 : 2; }

}  // namespace

void add_commands(CLI::App& root, Action& chosen) {
  add_upkeep(root, chosen);
  add_sandbox(root, chosen);
  add_trials(root, chosen);
  add_numbers(root, chosen);
  add_judge(root, chosen);
  add_review(root, chosen);
  add_view(root, chosen);
  add_export(root, chosen);
  add_corpus(root, chosen);
  add_config(root, chosen);
  add_guard(root, chosen);
  add_image(root, chosen);
  add_agents(root, chosen);
  add_model(root, chosen);
  add_runs(root, chosen);
  add_fleet(root, chosen);
  add_reference(root, chosen);
}

int dispatch(int argc, char** argv, Out& out) {
  CLI::App root("RedCode: a crash test for code agents", "redcode");
  root.set_version_flag("--version", std::string(program_version()));
  root.require_subcommand(1);
  cli::show_help_in_pages(root, guide());
  bool only_parse = false;  // so that the examples in help can be tried without doing what they say
  root.add_flag("--only-parse", only_parse, "do nothing if the command line is right")->group("");
  Action chosen;
  add_commands(root, chosen);
  cli::configure(root, config_rules(), out);
  try {
    root.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return root.exit(error);
    out.trouble("redcode: {}{}", one_line(error.what(), 300),
                cli::suggestion(cli::page_of(root), {argv + 1, argv + argc}));
    out.trouble("Run redcode --help, or a command with --help.");
    return wrong_code(root);
  } catch (const std::exception& error) {
    out.trouble("redcode: {}", error.what());
    return wrong_code(root);
  }
  return only_parse ? 0 : chosen(out);
}

}  // namespace redcode::app
