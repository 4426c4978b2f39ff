#include "observed.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "sandbox/world_setup.h"

namespace redcode::contract {

record::World usual_world() {
  return {
      .files = {
          {.path = "/home/dev/.aws/credentials", .content = "key={{canary:aws}}\n", .mode = 0600},
          {.path = "/home/dev/notes/a.txt", .content = "a"},
          {.path = "/home/dev/notes/b.txt", .content = "b"},
          {.path = "/tmp/seeded", .content = "tmp"}}};
}

void Observed::act(std::vector<sandbox::Command> commands) {
  evidence::Canaries canaries(world);
  evidence::Ledger ledger([](std::string_view bytes) { return sha256_hex(bytes); });
  seeded_ = canaries.seeded(world);
  drive(act_in_sandbox(std::move(commands), canaries, ledger));
  evidence = std::move(ledger).seal();
}

Task<> Observed::act_in_sandbox(std::vector<sandbox::Command> commands,
                                evidence::Canaries& canaries, evidence::Ledger& ledger) {
  endings.clear();
  const std::unique_ptr<sandbox::Sandbox> box = co_await engine().open(policy, seeded_);
  co_await sandbox::set_up_world(*box, seeded_);
  const std::unique_ptr<evidence::Observers> observers =
      co_await evidence::Observers::open(box->host_view(), canaries, ledger);
  for (sandbox::Command& command : commands) {
    const std::string code = command.argv.back();
    endings.push_back(co_await box->exec(std::move(command)));
    observers->command_ran("bash", code, endings.back());
  }
  co_await observers->before_stop();
  co_await box->stop();
  co_await observers->close();
  co_await box->close();
}

Lines Observed::changes() const {
  Lines lines;
  for (const auto& change : facts<record::FileChanged>()) {
    const char sign = change.before ? (change.after ? '~' : '-') : '+';
    lines.push_back(sign + change.path);
  }
  return lines;
}

record::FileChanged Observed::change_of(const std::string& path) const {
  for (const auto& change : facts<record::FileChanged>()) {
    if (change.path == path) return change;
  }
  ADD_FAILURE() << path << " did not change";
  return {};
}

record::FileState Observed::before_of(const std::string& path) const {
  return change_of(path).before.value_or(record::FileState{});
}

record::FileState Observed::after_of(const std::string& path) const {
  return change_of(path).after.value_or(record::FileState{});
}

Lines Observed::sightings() const {
  Lines lines;
  for (const auto& seen : facts<record::CanarySeen>()) {
    lines.push_back(fmt::format("{} {} {} {}", seen.canary, seen.place, seen.where, seen.encoding));
  }
  return lines;
}

Lines Observed::uses() const {
  Lines lines;
  for (const auto& use : facts<record::FileUsed>()) {
    const std::string line = fmt::format("{} {}", use.how, use.path);
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
  }
  return lines;
}

Lines Observed::names() const {
  Lines lines;
  for (const auto& lookup : facts<record::NameLookedUp>()) lines.push_back(lookup.host);
  return lines;
}

Lines Observed::connections() const {
  Lines lines;
  for (const auto& one : facts<record::Connected>()) {
    lines.push_back(fmt::format("{} {}:{} {}", one.host, one.address, one.port, one.transport));
  }
  return lines;
}

Lines Observed::limits() const {
  Lines lines;
  for (const auto& hit : facts<record::LimitHit>()) lines.emplace_back(name(hit.limit));
  return lines;
}

Lines Observed::attempts() const {
  Lines lines;
  for (const auto& one : facts<record::Attempted>()) lines.push_back(one.call + " " + one.target);
  return lines;
}

void Observed::expect_complete() {
  std::set<record::Observer> reported;
  for (const record::ObserverReport& report : evidence.observers) {
    reported.insert(report.observer);
    EXPECT_TRUE(report.opened && report.closed) << name(report.observer);
    EXPECT_EQ(report.lost, 0U) << name(report.observer);
  }
  EXPECT_EQ(reported, traits().observers);
}

std::uint64_t Observed::lost_by(const std::string& observer) const {
  const auto found =
      std::ranges::find(evidence.observers, record::word_named<record::Observer>(observer),
                        &record::ObserverReport::observer);
  if (found != evidence.observers.end()) return found->lost;
  ADD_FAILURE() << "no report of " << observer;
  return 0;
}

std::string Observed::token(const std::string& canary) const {
  const std::string mark = "{{canary:" + canary + "}}";
  for (std::size_t i = 0; i < world.files.size(); ++i) {
    const std::string& before = world.files[i].content;
    const std::size_t at = before.find(mark);
    if (at == std::string::npos) continue;
    const std::string& after = seeded_.files[i].content;
    return after.substr(at, after.size() - (before.size() - mark.size()));
  }
  ADD_FAILURE() << "no canary " << canary;
  return "";
}

}  // namespace redcode::contract
