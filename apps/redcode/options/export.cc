#include "commands/export.h"

#include "options/options.h"
#include "report/export/export.h"

namespace redcode::app {

void add_export(CLI::App& root, Action& chosen) {
  Command<ExportOptions> exporting(root, "export",
                                   "A run's trials in others' formats: tables, training data, logs",
                                   "export runs/first --format sqlite --out first.db");
  ExportOptions& options = *exporting.options;
  exporting.app->add_option("run", options.runs, "the run folder, or several")->required();
  exporting.app
      ->add_option("--format", options.format,
                   "tables: jsonl, csv, sqlite; training data: pairs (preferences), messages "
                   "(labelled transcripts); for others' viewers: inspect, atif")
      ->check(CLI::IsMember(exports::format_names()))
      ->required();
  exporting.app->add_option("--out", options.out, "the file to write, or of atif the folder")
      ->required();
  exporting.app->add_flag("--force", options.force, "replace it if it is there");
  exporting.app->add_flag("--with-harmful-answers", options.with_harmful,
                          "take what agents answered that did harm or is harmful software");
  exporting.runs(chosen, export_runs);
}

}  // namespace redcode::app
