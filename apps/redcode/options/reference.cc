#include "options/options.h"
#include "reference/command.h"

namespace redcode::app {

void add_reference(CLI::App& root, Action& chosen) {
  Command<VersionOptions> version(root, "version", "Versions of the program, corpus and formats",
                                  "version --json");
  version.app->add_flag("--json", version.options->json, "as JSON, with how it was built");
  version.runs(chosen, show_version);

  Command<ReferenceOptions> reference(
      root, "reference", "Man pages, shell completion, Markdown: made by the program itself",
      "reference bash --out ~/.local/share/bash-completion/completions");
  reference.app->add_option("format", reference.options->format, "what to write")
      ->check(CLI::IsMember({"man", "bash", "zsh", "fish", "markdown"}))
      ->required();
  reference.app->add_option("--out", reference.options->out, "the folder; made if need be")
      ->required();
  reference.app->callback([&root, &chosen, kept = reference.options] {
    chosen = [&root, kept](Out& out) { return write_reference(*kept, root, out); };
  });

  Command<CompleteOptions> completing(root, "complete", "What a shell may offer next",
                                      "complete -- run --eng");
  completing.app->group("");  // for shells, not for people
  completing.app->add_option("words", completing.options->words, "up to the cursor, after --");
  completing.app->callback([&root, &chosen, kept = completing.options] {
    chosen = [&root, kept](Out& out) { return complete(*kept, root, out); };
  });
}

}  // namespace redcode::app
