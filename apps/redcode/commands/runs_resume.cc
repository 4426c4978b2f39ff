// `redcode runs resume`: goes on with a run that was broken off, with the options it was started
// with; of a folder that somebody else made, only with those that can neither send nor start, read
// or write anything here.
#include <fmt/ranges.h>

#include <algorithm>

#include "base/failure.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/runs.h"
#include "record/run_folder.h"
#include "run/setup/options_json.h"
#include "run/setup/options_words.h"
#include "run/setup/owner.h"

namespace redcode::app {
namespace {

// What cannot be taken from `command` at all, by its name; "" if it is whole.
std::string not_kept(const Json& command) {
  if (member_or(command, "fleet", false)) return "--fleet";
  if (!command.is_object()) return "its options";
  const auto left_out = member_or(command, "left_out", std::vector<std::string>());
  return left_out.empty() ? "" : one_line(left_out.front(), 40);
}

// Throws Failure, with all that is to be decided and nothing started, if the folder is somebody
// else's and asks for what only its user may say.
void require_leave(const std::string& run, const RunOptions& options, const Json& command) {
  const std::vector<setup::RunWord> words = run_words(options);
  std::vector<std::string> asked;
  std::vector<std::string> all;
  for (const setup::RunWord& word : words) {
    all.push_back(shell_text(word));
    if (word.users_own) asked.push_back(shell_text(word));
  }
  if (asked.empty() || setup::is_own(run, command)) return;
  throw Failure(
      Failure::Kind::unavailable,
      fmt::format("this user did not make {0} here, and its manifest decides what is sent, "
                  "started, read or written on this host:\n  {1}\n"
                  "Nothing was done. If that is what you want, say so yourself:\n"
                  "  redcode run --out {2} {3}",
                  one_line(run, 300), fmt::join(asked, "\n  "), setup::shell_word(run),
                  fmt::join(all, " ")));
}

}  // namespace

int runs_resume(const RunsOptions& options, Out& out) {
  const Result<Json> manifest = record::RunReader(options.run).manifest();
  if (!manifest) throw Failure(Failure::Kind::unavailable, manifest.error().text());
  const Json command = member_or<Json>(*manifest, "command", Json());
  if (const std::string what = not_kept(command); !what.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("{0} does not keep {1}: give `redcode run` the same options again, "
                              "with --out {0}",
                              options.run, what));
  }
  Result<RunOptions> run = setup::run_options_from(command);
  if (!run) throw Failure(Failure::Kind::corrupt, one_line(run.error().text(), 300));
  require_leave(options.run, *run, command);
  run->out = options.run;
  run->retry = options.retry;
  return run_cases(*run, out);
}

}  // namespace redcode::app
