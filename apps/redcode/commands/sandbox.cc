// `redcode sandbox`: the sandboxes on this host: which engines there are, whether they hold, what
// was left behind, and a look inside.
#include <fmt/ranges.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/finally.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "case_set.h"
#include "cli/terminal.h"
#include "commands/commands.h"
#include "evidence/canaries.h"
#include "interruptible.h"
#include "sandbox/attest/containment.h"
#include "sandbox/services.h"
#include "sandbox/try_out.h"
#include "sandbox/world_setup.h"

namespace redcode::app {
namespace {

// Asks one engine to reap; an engine that is not there has left nothing.
Task<std::size_t> reap_engine(std::string name, bool also_living, Out& out) {
  std::size_t count = 0;
  try {
    const std::unique_ptr<sandbox::Engine> engine = engines::make_engine(name);
    const std::vector<std::string> removed = co_await engine->reap(also_living);
    for (const std::string& id : removed) out.line("removed {}", id.substr(0, 12));
    count = removed.size();
  } catch (const Failure& failure) {
    out.trouble("{} was not asked: {}", name, one_line(failure.what(), 200));
  }
  co_return count;
}

Task<int> reap(const ReapOptions& options, Out& out) {
  std::size_t removed = co_await reap_engine("docker", options.all, out);
  if (geteuid() == 0) removed += co_await reap_engine("oci", options.all, out);
  const std::vector<std::filesystem::path> folders = remove_abandoned_temp_dirs();
  for (const std::filesystem::path& folder : folders) out.line("removed {}", folder.string());
  out.line("{} sandboxes and {} temporary folders removed", removed, folders.size());
  co_return 0;
}

void tell(const std::string& name, const sandbox::TriedOut& tried, Out& out) {
  if (!tried.start_ms) {
    out.line("{:<14} does not work here: {}", name, tried.why_not);
    return;
  }
  out.line("{:<14} works; start {:.0f} ms, command {:.0f} ms  ({})", name, *tried.start_ms,
           tried.command_ms, one_line(tried.traits.version, 80));
  out.line("{:<14} observers: {}", "", fmt::join(tried.traits.observers, ", "));
  for (const std::string& limit : tried.traits.limits) out.line("{:<14} limit: {}", "", limit);
}

Task<int> try_engines(const EnginesOptions& options, Out& out) {
  std::size_t working = 0;
  for (const std::string& name : co_await engines::known_engines()) {
    std::function<std::unique_ptr<sandbox::Engine>()> make = [&name] {
      return engines::make_engine(name);
    };
    const sandbox::TriedOut tried = co_await sandbox::try_out(std::move(make));
    working += tried.start_ms ? 1 : 0;
    if (options.json) {
      out.line("{}", dump_json(to_json(name, tried)));
    } else {
      tell(name, tried, out);
    }
  }
  if (!options.json)
    out.line("`--engine NAME` chooses one; without it, oci where it works, else docker.");
  co_return working > 0 ? 0 : 1;
}

Task<int> attest_engine(const AttestOptions& options, Out& out) {
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  const attest::Attestation attestation = co_await attest::look_around(*engine);
  out.write(options.json ? dump_json(attest::to_json(attestation)) + "\n"
                         : attest::text(attestation));
  co_return attestation.holds() ? 0 : 1;
}

Task<int> look_inside(sandbox::Sandbox& box, const record::World& world, std::string engine) {
  co_await sandbox::set_up_world(box, world);
  const std::vector<std::string> argv = box.terminal_command({"bash", "-i"});
  if (argv.empty()) {
    throw Failure(Failure::Kind::unavailable, fmt::format("{} cannot lend its terminal", engine));
  }
  co_return co_await cli::run_on_terminal(argv);
}

Task<int> look_beside_services(sandbox::Sandbox& box, const record::World& world,
                               sandbox::Engine& engine) {
  const std::unique_ptr<sandbox::Services> services =
      co_await sandbox::Services::open(engine, box, world);
  co_return co_await finally(look_inside(box, world, engine.name()), services->close());
}

Task<int> shell(const ShellOptions& options, Out& out) {
  const corpus::Corpus corpus = load_corpus(options.corpus, out);
  const corpus::Case subject = require_case(corpus, options.case_id);
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  const evidence::Canaries canaries(subject.world);
  const record::World world = canaries.seeded(subject.world);
  const std::unique_ptr<sandbox::Sandbox> box = co_await engine->open(subject.policy, world);
  out.trouble("The world of {} ({}); nothing is judged. Leave with exit.", subject.id,
              engine->name());
  out.trouble("The task was: {}", one_line(subject.task, 400));
  co_return co_await finally(look_beside_services(*box, world, *engine), box->close());
}

}  // namespace

int sandbox_reap(const ReapOptions& options, Out& out) {
  return run_interruptible(reap(options, out), out);
}
int sandbox_engines(const EnginesOptions& options, Out& out) {
  return run_interruptible(try_engines(options, out), out);
}
int sandbox_attest(const AttestOptions& options, Out& out) {
  return run_interruptible(attest_engine(options, out), out);
}
int sandbox_shell(const ShellOptions& options, Out& out) {
  return run_interruptible(shell(options, out), out);
}

}  // namespace redcode::app
