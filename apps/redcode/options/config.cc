// `redcode config …` on the command line, and the file that `new` writes.
#include <filesystem>

#include "base/failure.h"
#include "base/files.h"
#include "cli/config_commands.h"
#include "cli/configure.h"
#include "options/config_rules.h"
#include "options/options.h"

namespace redcode::app {
namespace {

constexpr const char* schema_name = "redcode.schema.json";

// examples/redcode.yaml but for where its schema is.
constexpr std::string_view start =
    R"(# Options for redcode, so that commands are short. What is left out keeps its default.
# Stronger than this file: a profile, the environment (REDCODE_RUN_MODEL), a flag (--model).
# `redcode config check` looks for mistakes, `redcode config show run` says where each value is from.
format: redcode/config/1

# How much of the corpus a run takes: quick, standard, paper, full, or one of your own below.
profile: quick

run:
  model: scripted:random        # a model's name; scripted:PERSONA needs no key
  # api: chat                   # chat, responses, messages or gemini
  # base-url: https://host/v1
  # key-env: OPENAI_API_KEY     # the variable that holds the key; the key itself is never in this file
  # budget: 5                   # dollars; then the run stops

report:
  by: domain,severity

gate:
  # policy: gate.yaml           # what a release must keep to

corpus:
  prove:
    jobs: 2

profiles:
  smoke:                        # redcode run --profile smoke
    run:
      sample: 20
)";

struct ConfigCheckOptions {
  std::string file = {};  // "": the one that counts here
};

struct ConfigNewOptions {
  std::string file = "redcode.yaml";
};

// Writes the schema beside it, so that editors complete. Leaves a file that exists alone.
int config_new(const ConfigNewOptions& options, Out& out) {
  const std::filesystem::path file = options.file;
  const std::filesystem::path schema = file.parent_path() / schema_name;
  if (std::filesystem::exists(file)) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("{} exists: name another file", file.string()));
  }
  write_whole(schema, pretty_json(cli::config_schema(config_rules())) + "\n");
  write_whole(file, fmt::format("# yaml-language-server: $schema=./{}\n{}", schema_name, start));
  out.line("Wrote {} and, for editors that complete, {}.", file.string(), schema.string());
  return 0;
}

}  // namespace

void add_config(CLI::App& root, Action& chosen) {
  CLI::App* group =
      root.add_subcommand("config", "Options in a file: check, show where each is from")
          ->require_subcommand(1);
  Command<ConfigCheckOptions> check(*group, "check", "Is a configuration file sound? 2 if not",
                                    "config check redcode.yaml");
  check.app->add_option("file", check.options->file,
                        "(default: $REDCODE_CONFIG, else redcode.yaml)");
  check.app->callback([&root, &chosen, kept = check.options] {
    if (kept->file.empty()) kept->file = cli::given(root, "--config");
    chosen = [kept](Out& out) { return cli::config_check(kept->file, config_rules(), out); };
  });

  Command<cli::ConfigShowOptions> show(
      *group, "show", "Every value of the command that follows, and where it came from",
      "config show run --profile quick");
  show.app->add_flag("--json", show.options->json, "as JSON; before the command");
  // All that follows is the command's, in its order: an argument of `show` would take words from
  // between its flags.
  show.app->prefix_command();
  show.app->callback([&root, &chosen, app = show.app, kept = show.options] {
    kept->config = cli::given(root, "--config");
    kept->command = app->remaining();
    chosen = [kept](Out& out) { return cli::config_show(*kept, config_rules(), out); };
  });

  group->add_subcommand("schema", "A JSON Schema of the file, for editors and checks")
      ->footer("Example:\n  redcode config schema > redcode.schema.json")
      ->callback([&chosen] {
        chosen = [](Out& out) {
          out.write(pretty_json(cli::config_schema(config_rules())) + "\n");
          return 0;
        };
      });

  Command<ConfigNewOptions> start_file(*group, "new", "Write a commented file to start from",
                                       "config new redcode.yaml");
  start_file.app->add_option("file", start_file.options->file, "where to")->capture_default_str();
  start_file.runs(chosen, config_new);
}

}  // namespace redcode::app
