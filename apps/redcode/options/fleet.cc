#include "commands/fleet.h"

#include "options/options.h"

namespace redcode::app {
namespace {

void add_fleet_option(CLI::App& app, std::string& fleet, const char* whose) {
  app.add_option("--fleet", fleet, std::string("postgresql://…, or @FILE with it, ") + whose)
      ->envname("REDCODE_FLEET")
      ->required();
}

void add_seconds(CLI::App& app, const std::string& name, std::chrono::seconds& into,
                 const std::string& help) {
  app.add_option_function<std::uint64_t>(
         name, [&into](std::uint64_t seconds) { into = std::chrono::seconds(seconds); }, help)
      ->transform(CLI::AsNumberWithUnit(
          std::map<std::string, std::uint64_t>{{"s", 1}, {"m", 60}, {"h", 3600}}));
}

// What the run may name only if it is said here, too.
void add_trust(CLI::App& app, WorkOptions& options) {
  app.add_option("--agent", options.agent,
                 "work only on runs with this agent; a command or address must be named");
  app.add_option("--permission", options.permission,
                 "file of what agents may do, which the run must name too");
  app.add_option("--base-url", options.base_url, "of the model, which the run must name too");
  app.add_option("--key-env", options.key_env,
                 "variable with the model's key, which the run must name too");
  app.add_option("--key-header", options.key_header,
                 "header the key is sent in, which the run must name too");
  app.add_option("--proxy", options.proxy, "to the model, which the run must name too");
  app.add_option("--prices", options.prices, "file of prices, which the run must name too");
  app.add_option("--cache", options.cache, "folder of replies, which the run must name too");
  app.add_option("--accept-probe", options.accepted_probes,
                 "a probe that may fail here, if the run says so too; may be repeated");
}

void add_worker(CLI::App& root, Action& chosen) {
  Command<WorkOptions> worker(root, "worker", "Run trials of a fleet's run, until it is over",
                              "worker --fleet @runs/first/worker.url");
  CLI::App& app = *worker.app;
  WorkOptions& options = *worker.options;
  add_fleet_option(app, options.fleet, "with the run's login, as the coordinator wrote it");
  app.add_option("--run", options.run, "the run's key, to be sure");
  app.add_option("--name", options.name, "what it is called in the database (default: the host)");
  app.add_option("--store", options.store,
                 "where transcripts go, if that is reached differently from here");
  add_engine_option(app, options.engine);
  add_trust(app, options);
  app.add_option("--concurrency", options.concurrency, "trials at a time (0: four per core)")
      ->check(CLI::Range(0, 10'000));
  app.add_option("--sandboxes", options.sandboxes,
                 "sandboxes open at a time (0: as many as trials)")
      ->check(CLI::Range(0, 10'000));
  add_seconds(app, "--ttl", options.time_to_live,
              "a worker not heard of for so long loses its trials (default 60s)");
  add_seconds(app, "--grace", options.grace,
              "after SIGTERM, for trials that run; then they go back (default 60s)");
  app.add_option("--log", options.log, "file that gets a line of JSON for each event");
  worker.runs(chosen, work);
}

void add_order(CLI::App& group, Action& chosen, const std::string& name, const std::string& help,
               int (*function)(const FleetOptions&, Out&)) {
  Command<FleetOptions> command(group, name, help, "fleet " + name + " 4f0c21…");
  command.app->add_option("run", command.options->run, "the run's key; see `redcode fleet list`")
      ->required();
  add_fleet_option(*command.app, command.options->fleet, "of its owner");
  command.runs(chosen, function);
}

}  // namespace

void add_fleet(CLI::App& root, Action& chosen) {
  add_worker(root, chosen);
  CLI::App* group =
      root.add_subcommand("fleet", "Runs that many hosts work on")->require_subcommand(1);
  Command<FleetOptions> init(*group, "init", "Make the tables and functions in a database",
                             "fleet init --fleet postgresql://postgres@db.example/redcode");
  add_fleet_option(*init.app, init.options->fleet, "of its owner");
  init.runs(chosen, fleet_init);

  Command<FleetOptions> list(*group, "list", "The runs in it, and how far they are", "fleet list");
  add_fleet_option(*list.app, list.options->fleet, "of its owner");
  list.app->add_flag("--json", list.options->json, "one JSON object a line");
  list.runs(chosen, fleet_list);

  add_order(*group, chosen, "pause", "Hand out no more trials of a run", fleet_pause);
  add_order(*group, chosen, "continue", "Go on with a run", fleet_continue);
  add_order(*group, chosen, "stop", "End a run: its workers leave", fleet_stop);
  add_order(*group, chosen, "drop", "Remove a run and its login from the database", fleet_drop);
}

}  // namespace redcode::app
