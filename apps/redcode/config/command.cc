// `redcode config check` and `new`.
#include <filesystem>

#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/cli.h"
#include "config/check.h"
#include "config/commands.h"
#include "config/file.h"

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

}  // namespace

int config_check(const ConfigCheckOptions& options, Out& out) {
  const std::string path = config_path(options.file);
  if (path.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  "no redcode.yaml here: name a file, or write one with `redcode config new`");
  }
  CLI::App root("", "redcode");
  Action unused;
  add_commands(root, unused);
  ConfigRead file = read_config(path, root);
  std::vector<Error> errors;
  if (file) {
    yaml::Complaints complaints(path, "config");
    check_values(file->root, root, complaints);
    errors = std::move(complaints).take();
  } else {
    errors = std::move(file.error());
  }
  for (const Error& error : errors) out.line("{}", escape_terminal(error.text()));
  if (errors.empty()) out.line("{} is sound.", escape_terminal(path));
  return errors.empty() ? 0 : 2;
}

int config_new(const ConfigNewOptions& options, Out& out) {
  const std::filesystem::path file = options.file;
  const std::filesystem::path schema = file.parent_path() / schema_name;
  if (std::filesystem::exists(file)) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("{} exists: name another file", file.string()));
  }
  CLI::App root("", "redcode");
  Action unused;
  add_commands(root, unused);
  write_whole(schema, pretty_json(schema_of(root)) + "\n");
  write_whole(file, fmt::format("# yaml-language-server: $schema=./{}\n{}", schema_name, start));
  out.line("Wrote {} and, for editors that complete, {}.", file.string(), schema.string());
  return 0;
}

}  // namespace redcode::app
