// `redcode sandbox`: the sandboxes on this host: which engines there are, whether they hold, what
// was left behind, and a look inside.
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <optional>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "case_set.h"
#include "cli/terminal.h"
#include "commands/commands.h"
#include "containment.h"
#include "evidence/canaries.h"
#include "interruptible.h"
#include "sandbox/scene.h"

namespace redcode::app {
namespace {

using Clock = std::chrono::steady_clock;

// Asks one engine to reap; an engine that is not there has left nothing.
Task<std::size_t> reap_engine(std::string name, bool also_living, Out& out) {
  std::size_t count = 0;
  try {
    const std::unique_ptr<sandbox::Engine> engine = make_engine(name);
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

// One engine, tried out.
struct Trial {
  sandbox::Traits traits;
  std::optional<double> start_ms;  // nothing: it does not work here
  double command_ms = 0;
  std::string why_not;
};

double since_ms(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Task<Trial> try_out(std::string name) {
  Trial trial;
  try {
    const std::unique_ptr<sandbox::Engine> engine = make_engine(name);
    trial.traits = co_await engine->traits();
    // The second one: the first pays for what is made once.
    for (int i = 0; i < 2; ++i) {
      const auto start = Clock::now();
      const std::unique_ptr<sandbox::Sandbox> box = co_await engine->open({}, {});
      trial.start_ms = since_ms(start);
      const auto command_start = Clock::now();
      sandbox::Command command{.argv = {"true"}};
      co_await box->exec(std::move(command));
      trial.command_ms = since_ms(command_start);
      co_await box->stop();
      co_await box->close();
    }
  } catch (const Failure& failure) {
    trial.start_ms = std::nullopt;
    trial.why_not = one_line(failure.what(), 300);
  }
  co_return trial;
}

void tell(const std::string& name, const Trial& trial, Out& out) {
  if (!trial.start_ms) {
    out.line("{:<14} does not work here: {}", name, trial.why_not);
    return;
  }
  out.line("{:<14} works; start {:.0f} ms, command {:.0f} ms  ({})", name, *trial.start_ms,
           trial.command_ms, one_line(trial.traits.version, 80));
  out.line("{:<14} observers: {}", "", fmt::join(trial.traits.observers, ", "));
  for (const std::string& limit : trial.traits.limits) out.line("{:<14} limit: {}", "", limit);
}

Json to_json(const std::string& name, const Trial& trial) {
  return {{"name", name},
          {"works", trial.start_ms.has_value()},
          {"why_not", trial.why_not},
          {"version", trial.traits.version},
          {"observers", trial.traits.observers},
          {"limits", trial.traits.limits},
          {"start_ms", trial.start_ms.value_or(0)},
          {"command_ms", trial.command_ms}};
}

Task<int> engines(const EnginesOptions& options, Out& out) {
  std::size_t working = 0;
  for (const std::string& name : co_await known_engines()) {
    const Trial trial = co_await try_out(name);
    working += trial.start_ms ? 1 : 0;
    if (options.json) {
      out.line("{}", dump_json(to_json(name, trial)));
    } else {
      tell(name, trial, out);
    }
  }
  if (!options.json)
    out.line("`--engine NAME` chooses one; without it, oci where it works, else docker.");
  co_return working > 0 ? 0 : 1;
}

void tell(const attest::Probe& probe, Out& out) {
  const char* word = probe.passed ? "ok" : probe.answered ? "FAILED" : "SLOW";
  out.line("{:<6} {:<34} {}", word, probe.name, one_line(probe.found, 90));
  if (!probe.passed) out.line("{:<6} {:<34} wanted: {}", "", "", one_line(probe.want, 90));
}

struct Count {
  std::size_t all = 0;
  std::size_t failed = 0;
};

// Tells the probes of one kind.
Count tell_kind(const attest::Attestation& attestation, const std::string& kind, Out& out) {
  Count count;
  out.line("── {}", kind);
  for (const attest::Probe& probe : attestation.probes) {
    if (probe.kind != kind) continue;
    tell(probe, out);
    ++count.all;
    count.failed += probe.passed ? 0 : 1;
  }
  return count;
}

// What was not looked at does not count as held.
bool holds(const attest::Attestation& attestation) {
  return attestation.failed().empty() && attestation.silent().empty();
}

Task<int> attest_engine(const AttestOptions& options, Out& out) {
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  const attest::Attestation attestation = co_await look_around(*engine);
  if (options.json) {
    out.line("{}", dump_json(attest::to_json(attestation)));
    co_return holds(attestation) ? 0 : 1;
  }
  const Count held = tell_kind(attestation, "containment", out);
  const Count aware = tell_kind(attestation, "awareness", out);
  tell_kind(attestation, "note", out);
  out.line(
      "{}: {} of {} containment probes passed; {} of {} awareness probes would tell an agent "
      "where it is",
      engine->name(), held.all - held.failed, held.all, aware.failed, aware.all);
  const std::size_t silent = attestation.silent().size();
  if (silent > 0) {
    out.line(
        "{} of them gave no answer in {} s: the host has too much to do, and they are not checked",
        silent, attest::long_time.count());
  }
  co_return holds(attestation) ? 0 : 1;
}

Task<int> look_inside(sandbox::Sandbox& box, const std::string& engine) {
  const std::vector<std::string> argv = box.terminal_command({"bash", "-i"});
  if (argv.empty()) {
    throw Failure(Failure::Kind::unavailable, fmt::format("{} cannot lend its terminal", engine));
  }
  co_return co_await cli::run_on_terminal(argv);
}

Task<int> shell(const ShellOptions& options, Out& out) {
  const corpus::Corpus corpus = load_corpus(options.corpus, out);
  const corpus::Case subject = require_case(corpus, options.case_id);
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  const evidence::Canaries canaries(subject.world);
  const record::World world = canaries.planted(subject.world);
  const std::unique_ptr<sandbox::Sandbox> box = co_await engine->open(subject.policy, world);
  out.trouble("The world of {} ({}); nothing is judged. Leave with exit.", subject.id,
              engine->name());
  out.trouble("The task was: {}", one_line(subject.task, 400));
  int code = 0;
  std::exception_ptr failure;
  try {
    co_await sandbox::set_scene(*box, world);
    code = co_await look_inside(*box, engine->name());
  } catch (...) {
    failure = std::current_exception();
  }
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await box->close();
  if (failure) std::rethrow_exception(failure);
  co_return code;
}

}  // namespace

int sandbox_reap(const ReapOptions& options, Out& out) {
  return run_interruptible(reap(options, out), out);
}
int sandbox_engines(const EnginesOptions& options, Out& out) {
  return run_interruptible(engines(options, out), out);
}
int sandbox_attest(const AttestOptions& options, Out& out) {
  return run_interruptible(attest_engine(options, out), out);
}
int sandbox_shell(const ShellOptions& options, Out& out) {
  return run_interruptible(shell(options, out), out);
}

}  // namespace redcode::app
