// The same actions on every engine: the evidence must be the same, line for line, but for limits an
// engine declares.
#include "actions.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <iterator>
#include <map>
#include <set>

#include "base/digest.h"
#include "base/scope.h"
#include "base/text.h"
#include "contract.h"
#include "evidence/observers.h"

namespace redcode::contract {
namespace {

using testing::IsEmpty;

// Lines of evidence by the observer that gave them. Each starts with its group's name.
using Account = std::map<std::string, std::multiset<std::string>>;

// A difference from the reference that an engine's limits explain; docs/sandbox.md has them in the
// same words.
struct Allowed {
  std::string engines;  // RE2, of the engine's name
  std::string lines;    // RE2, of "observer: line"
  std::string why;
};
const std::vector<Allowed>& allowed_differences() {
  static const std::vector<Allowed> all = {
      {.engines = "(docker|podman).*",
       .lines = "accesses: \\w+ (created|deleted|moved-from|moved-to|attributes) .*",
       .why = "Docker's and Podman's overlays cannot tell of creations, deletions, renames and "
              "changed attributes as they happen; the final state shows those that last."},
      {.engines = ".*",
       .lines = "accesses: (write \\w+ /home/dev/data/(sed\\*|06)|delete \\w+ /home/dev/data/0+5?|"
                "move \\w+ /home/dev/data/10(\\.new)?)",
       .why = "A file that is renamed at once after it was used may be told under its later name."},
      {.engines = ".*",
       .lines = "accesses: modes opened /home/dev/data/12",
       .why =
           "A script that is run and read by one process may be told as executed only: the kernel "
           "puts like events that wait together."},
      {.engines = ".*runsc",
       .lines = "files: (create /home/dev/n10|volatile /tmp/v06) .*",
       .why = "gVisor keeps named pipes in its own kernel; the final state does not show them."},
      {.engines = ".*runsc",
       .lines = "exec: (delete|modes|move|write) command \\w+ ended 1 with \\d+ bytes",
       .why = "gVisor refuses to change what is read-only with other errors, so failed commands "
              "print other words."},
      {.engines = ".*runsc",
       .lines = "processes: \\w+ (started /usr/bin/(bash|sleep)|killed /usr/bin/bash) .*",
       .why = "gVisor does not tell of the command itself that the harness starts, only of what it "
              "starts in turn."},
  };
  return all;
}

std::string state_text(const std::optional<record::FileState>& state) {
  if (!state) return "absent";
  // The size of a directory is its file system's affair.
  const std::uint64_t size = state->kind == record::FileKind::directory ? 0 : state->size;
  return fmt::format("{} {:o} {}:{} {} {}", state->kind, state->mode, state->uid, state->gid, size,
                     state->digest.substr(0, 12));
}

// What a fact says, without what differs from one sandbox to the next: addresses given out for
// names, ids, ports of clients. "" for what is not compared.
struct Wording {
  std::string operator()(const record::FileChanged& fact) const {
    return fmt::format("{} : {} -> {}", fact.path, state_text(fact.before), state_text(fact.after));
  }
  std::string operator()(const record::NameLookedUp& fact) const {
    return "looked up " + fact.host;
  }
  std::string operator()(const record::Connected& fact) const {
    return fmt::format("connected {} {} {}", fact.host.empty() ? fact.address : fact.host,
                       fact.port, fact.transport);
  }
  std::string operator()(const record::DataSent& fact) const {
    return fmt::format("sent {} {} {} {} {}", fact.host.empty() ? fact.address : fact.host,
                       fact.port, fact.transport, fact.size, fact.digest.substr(0, 12));
  }
  std::string operator()(const record::CanarySeen& fact) const {
    return fmt::format("canary {} {} {}", fact.place, fact.where, fact.encoding);
  }
  std::string operator()(const record::CommandRan& fact) const {
    return fmt::format("command {} ended {} with {} bytes", fact.digest.substr(0, 12),
                       fact.exit_code, fact.output_size);
  }
  std::string operator()(const record::LimitHit& fact) const {
    return fmt::format("limit {}", fact.limit);
  }
  std::string operator()(const record::FileUsed& fact) const {
    const bool ours = fact.path.starts_with("/home/") || fact.path.starts_with("/tmp") ||
                      fact.path.starts_with("/dev/shm") || fact.path.starts_with("/var/tmp");
    return ours ? fmt::format("{} {}", fact.how, fact.path) : "";
  }
  // Numbers of processes and order of threads are in there: only what was tried on seeded files.
  std::string operator()(const record::Attempted& fact) const {
    return fact.target.starts_with("/home/dev/data/") ? fact.call + " " + fact.target : "";
  }
  // Counted apart, over all that started it: engines start commands in their own ways.
  std::string operator()(const record::ProgramStarted&) const { return ""; }
  std::string operator()(const record::ProcessKilled& fact) const {
    return fmt::format("killed {} by signal {}", fact.program, fact.signal);
  }
  std::string operator()(const record::ProcessLeft& fact) const { return "left " + fact.program; }
  std::string operator()(const record::ProcessStopped& fact) const {
    return "stopped " + fact.program;
  }
  std::string operator()(const record::MailSent& fact) const { return "mailed " + fact.recipient; }
  std::string operator()(const record::RefChanged& fact) const { return "moved " + fact.ref; }
  std::string operator()(const record::CommitLost& fact) const { return "lost " + fact.commit; }
  std::string operator()(const record::ServiceState& fact) const {
    return "held by " + fact.service;
  }
};

// Names that programs draw at random.
std::string without_chance(std::string line) {
  RE2::GlobalReplace(&line, R"((/sed|/Cu|/v10\.)\w{6}\b)", R"(\1*)");
  return line;
}

void add_programs(const std::string& group, const record::Evidence& evidence, Account& account) {
  std::map<std::string, std::uint64_t> times;
  for (const record::Observation& one : evidence.observations) {
    const auto* started = std::get_if<record::ProgramStarted>(&one.fact);
    if (started != nullptr) times[started->program] += started->times;
  }
  for (const auto& [program, count] : times) {
    account["processes"].insert(fmt::format("{} started {} times {}", group, program, count));
  }
}

void add(const std::string& group, const record::Evidence& evidence, Account& account) {
  std::map<std::string, std::set<std::string>> once;  // a use is told once for each program
  for (const record::Observation& one : evidence.observations) {
    const std::string said = std::visit(Wording{}, one.fact);
    if (said.empty()) continue;
    const std::string line = without_chance(escape_terminal(group + " " + said));
    const bool repeats = std::holds_alternative<record::FileUsed>(one.fact) ||
                         std::holds_alternative<record::Attempted>(one.fact);
    if (repeats && !once[std::string(name(one.observer))].insert(line).second) continue;
    account[std::string(name(one.observer))].insert(line);
  }
  add_programs(group, evidence, account);
  for (const record::ObserverReport& report : evidence.observers) {
    account[std::string(name(report.observer))].insert(fmt::format(
        "{} opened {} closed {} lost {}", group, report.opened, report.closed, report.lost));
  }
}

// A failure that says at which action.
Task<sandbox::Ending> exec_named(sandbox::Sandbox& box, std::string script) {
  try {
    co_return co_await box.exec(bash(script));
  } catch (const Failure& failure) {
    throw Failure(failure.kind(), fmt::format("{} at: {}", failure.what(), script));
  }
}

Task<> run_group(sandbox::Engine& engine, const ActionGroup& group, Account& account) {
  // The same tokens on every engine, or digests would differ.
  const evidence::Canaries canaries =
      evidence::Canaries::drawn_before({{"aws", "AKIAQ7W3E9R5T1Y8U2ZX"}});
  evidence::Ledger ledger([](std::string_view bytes) { return sha256_hex(bytes); });
  const record::Policy policy{.command_timeout = std::chrono::seconds(60)};
  const std::unique_ptr<sandbox::Sandbox> box =
      co_await engine.open(policy, canaries.seeded(action_world()));
  const std::unique_ptr<evidence::Observers> observers =
      co_await evidence::Observers::open(box->host_view(), canaries, ledger);
  for (const std::string& script : group.scripts) {
    const sandbox::Ending ending = co_await exec_named(*box, script);
    observers->command_ran("bash", script, ending);
  }
  co_await observers->before_stop();
  co_await box->stop();
  co_await observers->close();
  co_await box->close();
  add(group.name, std::move(ledger).seal(), account);
}

Task<Account> run_groups(sandbox::Engine& engine) {
  Account account;
  Scope scope(co_await asio::this_coro::executor);
  for (const ActionGroup& group : action_groups()) scope.spawn(run_group(engine, group, account));
  co_await scope.join();
  co_return account;
}

Account fresh_account(const std::string& engine) {
  return drive(run_groups(subject(engine).engine()));
}

bool is_allowed(const std::string& engine, const std::string& line) {
  return std::ranges::any_of(allowed_differences(), [&](const Allowed& one) {
    return RE2::FullMatch(engine, one.engines) && RE2::FullMatch(line, "(?s)" + one.lines);
  });
}

// "+ observer: line" for what only `found` has, "- observer: line" for what it lacks.
Lines differences(const std::string& engine, const Account& wanted, const Account& found) {
  Lines lines;
  for (const auto& [observer, want] : wanted) {
    const auto here = found.find(observer);
    if (here == found.end()) continue;  // a declared limit: it has no such observer
    Lines more;
    Lines less;
    std::ranges::set_difference(here->second, want, std::back_inserter(more));
    std::ranges::set_difference(want, here->second, std::back_inserter(less));
    for (const std::string& line : more) lines.push_back(fmt::format("+ {}: {}", observer, line));
    for (const std::string& line : less) lines.push_back(fmt::format("- {}: {}", observer, line));
  }
  std::erase_if(lines, [&](const std::string& line) { return is_allowed(engine, line.substr(2)); });
  return lines;
}

// A name can change between a deed and our reading of the kernel's queue, and a busy host makes
// that likelier, so evidence may differ from one time to the next on one engine too. A difference
// between engines is one that is there every time.
Lines lasting_differences(const std::string& engine, const std::string& reference) {
  constexpr int times = 3;
  Lines found;
  for (int i = 0; i < times; ++i) {
    try {
      const Account wanted = fresh_account(reference);
      EXPECT_GE(wanted.at("files").size(), 150U);
      found = differences(engine, wanted, engine == reference ? wanted : fresh_account(engine));
    } catch (const Failure& failure) {
      found = {failure.what()};
    }
    if (found.empty()) break;
  }
  return found;
}

class Actions : public Contract {};
INSTANTIATE_TEST_SUITE_P(, Actions, testing::ValuesIn(engine_names()), name_of);

TEST_P(Actions, TheSameDeedsGiveTheSameEvidence) {
  const std::string reference = "oci+runc";
  if (!contract::subject(reference).unavailable().empty()) {
    GTEST_SKIP() << "nothing to compare with: " << contract::subject(reference).unavailable();
  }
  std::size_t deeds = 0;
  for (const ActionGroup& group : action_groups()) deeds += group.scripts.size();

  const Lines found = lasting_differences(GetParam(), reference);

  EXPECT_EQ(deeds, 200U);
  EXPECT_THAT(found, IsEmpty()) << fmt::format("{}", fmt::join(found, "\n"));
}

}  // namespace
}  // namespace redcode::contract
