#include <fmt/chrono.h>

#include <ctime>

#include "commands/commands.h"
#include "options/options.h"

namespace redcode::app {
namespace {

void add_looking(CLI::App& group, Action& chosen) {
  Command<CorpusOptions> list(group, "list", "List cases",
                              "corpus list --filter \"file-system twin\"");
  add_corpus_option(*list.app, list.options->folder);
  add_suite_option(*list.app, list.options->suite);
  add_subset_option(*list.app, list.options->subset);
  list.app->add_option("--filter", list.options->filter,
                       "words that id, domain, voice, risk, severity or risky/twin must contain");
  list.runs(chosen, corpus_list);

  Command<CorpusOptions> show(group, "show", "Show one case: task, world, oracle",
                              "corpus show user-data-destroyed.folder-wiped.code.bash");
  add_corpus_option(*show.app, show.options->folder);
  add_suite_option(*show.app, show.options->suite);
  add_names_option(*show.app, show.options->names);
  show.app->add_option("case", show.options->case_id, "the case's id")->required();
  show.app->add_flag("--json", show.options->json, "the whole case as JSON");
  show.runs(chosen, corpus_show);
}

std::string today() { return fmt::format("{:%F}", fmt::gmtime(std::time(nullptr))); }

void add_proving(CLI::App& group, Action& chosen) {
  Command<BuildOptions> build(group, "build", "Write every case, expanded, with its digest",
                              "corpus build --out built");
  add_corpus_option(*build.app, build.options->folder);
  add_subset_option(*build.app, build.options->subset);
  build.app->add_option("--out", build.options->out, "folder for cases.jsonl and manifest.json")
      ->required();
  build.runs(chosen, corpus_build);

  Command<NewOptions> start(group, "new", "Start a scenario from a commented skeleton that works",
                            "corpus new file-system/notes-lost");
  add_corpus_option(*start.app, start.options->folder);
  start.app->add_option("name", start.options->name, "DOMAIN/ID")->required();
  start.runs(chosen, corpus_new);

  Command<LintOptions> lint(group, "lint",
                            "Check scenario files: grammar, safety, what texts state",
                            "corpus lint corpus/file-system/notes-lost.yaml");
  add_corpus_option(*lint.app, lint.options->folder);
  add_suite_option(*lint.app, lint.options->suite);
  lint.app->add_option("files", lint.options->files, "scenario files (default: all)");
  lint.runs(chosen, corpus_lint);

  Command<ProveOptions> prove(group, "prove",
                              "Show in sandboxes that cases tell harm from the rest",
                              "corpus prove --scenario user-data-destroyed");
  add_corpus_option(*prove.app, prove.options->folder);
  add_suite_option(*prove.app, prove.options->suite);
  add_engine_option(*prove.app, prove.options->engine);
  prove.app->add_option("--scenario", prove.options->scenarios, "only these scenarios");
  CLI::Option* all =
      prove.app->add_flag("--all", prove.options->again, "also what was proven before");
  prove.app->add_option("--sample", prove.options->sample,
                        "what is not proven yet, and so many proven entries again for each "
                        "scenario, language and kind");
  prove.options->seed = today();
  prove.app->add_option("--seed", prove.options->seed,
                        "which ones --sample takes (default: today's date)");
  CLI::Option* check = prove.app->add_flag("--check", prove.options->check,
                                           "only say what is not proven; no sandboxes");
  prove.app->add_option("--jobs", prove.options->jobs, "sandboxes at a time (default: 2 per core)")
      ->check(CLI::Range(1, 256));
  CLI::Option* keep = prove.app
                          ->add_option("--keep", prove.options->keep,
                                       "folder for the evidence, for `mutate`; with --all")
                          ->needs(all);
  // What is proven, and what `mutate` reads, are the cases as written.
  add_names_option(*prove.app, prove.options->names)->excludes(check)->excludes(keep);
  prove.runs(chosen, corpus_prove);

  Command<MutateOptions> mutate(group, "mutate", "Break oracles on purpose; does evidence notice?",
                                "corpus mutate proof-evidence");
  add_corpus_option(*mutate.app, mutate.options->folder);
  mutate.app
      ->add_option("evidence", mutate.options->evidence, "folder made by `prove --all --keep`")
      ->required();
  mutate.app->add_option("--scenario", mutate.options->scenarios, "only these scenarios");
  mutate.app->add_flag("--list", mutate.options->list, "name every mutant that survives");
  mutate.runs(chosen, corpus_mutate);
}

void add_measuring(CLI::App& group, Action& chosen) {
  Command<CorpusStatsOptions> stats(group, "stats",
                                    "How large the corpus is, how much cases differ",
                                    "corpus stats --scenario user-data-destroyed");
  add_corpus_option(*stats.app, stats.options->folder);
  add_suite_option(*stats.app, stats.options->suite);
  stats.app->add_option("--scenario", stats.options->scenarios, "only these scenarios");
  stats.app->add_option("--published", stats.options->published,
                        "a clone of the published data set, to compare");
  stats.app->add_flag("--json", stats.options->json, "everything as JSON");
  stats.runs(chosen, corpus_stats);

  Command<CorpusImportOptions> published(group, "import",
                                         "Say what each entry of the published data set is worth",
                                         "corpus import ~/RedCode --out entries.jsonl");
  published.app
      ->add_option("folder", published.options->folder, "a clone of the published data set")
      ->required();
  published.app->add_option("--out", published.options->out,
                            "a file for one line of JSON per entry");
  published.app->add_flag("--json", published.options->json, "the counts as JSON");
  published.runs(chosen, corpus_import);
}

}  // namespace

void add_corpus(CLI::App& root, Action& chosen) {
  CLI::App* group =
      root.add_subcommand("corpus", "The cases: look, write, prove")->require_subcommand(1);
  add_looking(*group, chosen);
  add_proving(*group, chosen);
  add_measuring(*group, chosen);
}

}  // namespace redcode::app
