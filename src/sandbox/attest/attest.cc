#include "sandbox/attest/attest.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/attest/beacons.h"
#include "sandbox/attest/expectations.h"
#include "sandbox/attest/outside.h"
#include "sandbox/remote_window.h"

namespace redcode::attest {
namespace {

constexpr std::size_t longest_finding = 300;
// More than the probes need, on the slowest runtime: a policy's own limit may be shorter.
constexpr std::chrono::seconds patience{60};
constexpr std::uint64_t room_for_answers = std::uint64_t{1} << 20U;

// What the program inside is told: what to look for, and how far to go.
Json instructions(const record::Policy& policy, const Beacons& beacons, std::uint32_t forks) {
  Json tmpfs = Json::array();
  for (const record::Tmpfs& one : policy.tmpfs) tmpfs.push_back(one.path);
  return {{"read_only", policy.read_only_paths},
          {"tmpfs", tmpfs},
          {"forks", forks},
          {"seconds", usual_time.count()},
          {"host_port", beacons.port()},
          {"host_socket", beacons.socket_name()},
          {"host_file", beacons.file().string()}};
}

record::Policy with_patience(record::Policy policy) {
  policy.command_timeout = std::max(policy.command_timeout, patience);
  policy.output_limit = std::max(policy.output_limit, room_for_answers);
  return policy;
}

Probe judged(const Expectation& expectation, const Answers& answers) {
  const auto answer = answers.find(expectation.name);
  const bool answered = answer != answers.end();
  return {.name = expectation.name,
          .kind = expectation.kind,
          .passed = answered && expectation.want.holds(answer->second),
          .answered = answered,
          .found = answered ? one_line(answer->second, longest_finding) : "no answer",
          .want = expectation.want.text};
}

// Where a companion looks, it is asked: the first process may be of another host, and is not ours
// to look at. Its host is the one whose network must not be the sandbox's.
Task<Answers> seen_from_outside(const sandbox::HostView& host_view, Setting& setting) {
  if (!host_view.remote) co_return look_from_outside(host_view.init);
  Json request = {{"ask", "outside"}};
  const Json seen = co_await host_view.remote->ask(std::move(request));
  setting.host_namespaces["net"] = member_or<std::string>(seen, "network", "");
  co_return member_or(seen, "answers", Answers());
}

// Nothing inside speaks for the host.
bool is_seen_from_outside(const std::string& name) { return name.starts_with("outside."); }

Task<Told> ask(sandbox::Sandbox& sandbox, std::string script, Json how) {
  sandbox::Command command{.argv = {"python3", "-I", "-", dump_json(how)},
                           .stdin_bytes = std::move(script)};
  const sandbox::Ending ending = co_await sandbox.exec(std::move(command));
  Told told = read_answers(ending.out);
  told.silent = told.answers.empty() && told.doubled.empty();
  if (told.silent) told.trouble = ending.err.empty() ? ending.out : ending.err;
  std::erase_if(told.answers, [](const auto& one) { return is_seen_from_outside(one.first); });
  co_return told;
}

// The probes of the table that have said nothing yet; one that contradicts itself has.
std::vector<std::string> unanswered(const Setting& setting, const Told& told) {
  std::vector<std::string> names;
  for (const Expectation& expectation : expectations(setting)) {
    const std::string& name = expectation.name;
    if (is_seen_from_outside(name) || told.answers.contains(name) || told.doubled.contains(name))
      continue;
    names.push_back(name);
  }
  return names;
}

// On a host with much to do, some do not answer in time, and the last may not come to their turn.
// They are asked again, with more time, as long as that yields something.
Task<Told> all_answers(sandbox::Sandbox& sandbox, std::string script, Json how,
                       const Setting& setting) {
  Told told = co_await ask(sandbox, script, how);
  if (told.silent) {
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("nothing looked around in the sandbox: {}", one_line(told.trouble, 300)));
  }
  constexpr int rounds = 3;
  how["seconds"] = long_time.count();
  for (int round = 0; round < rounds; ++round) {
    how["only"] = unanswered(setting, told);
    if (how["only"].empty()) break;
    Told more = co_await ask(sandbox, script, how);
    told.answers.merge(more.answers);
    told.doubled.merge(more.doubled);
    if (more.silent) break;
  }
  co_return told;
}

struct Count {
  std::size_t all = 0;
  std::size_t failed = 0;
};

void tell(const Probe& probe, std::string& text) {
  const char* word = probe.passed ? "ok" : probe.answered ? "FAILED" : "SLOW";
  const auto into = std::back_inserter(text);
  fmt::format_to(into, "{:<6} {:<34} {}\n", word, probe.name, one_line(probe.found, 90));
  if (!probe.passed)
    fmt::format_to(into, "{:<6} {:<34} wanted: {}\n", "", "", one_line(probe.want, 90));
}

}  // namespace

std::vector<std::string> Attestation::failed() const {
  std::vector<std::string> names;
  for (const Probe& probe : probes) {
    if (probe.kind == containment && probe.answered && !probe.passed) names.push_back(probe.name);
  }
  return names;
}

std::vector<std::string> Attestation::silent() const {
  std::vector<std::string> names;
  for (const Probe& probe : probes) {
    if (probe.kind == containment && !probe.answered) names.push_back(probe.name);
  }
  return names;
}

Attestation judge(const Setting& setting, const Answers& answers,
                  const std::set<std::string>& doubled) {
  Attestation attestation{.engine = setting.engine};
  for (const Expectation& expectation : expectations(setting)) {
    Probe probe = judged(expectation, answers);
    if (doubled.contains(probe.name)) {
      probe.answered = true;
      probe.passed = false;
      probe.found = "answered twice";
    }
    attestation.probes.push_back(std::move(probe));
  }
  return attestation;
}

Task<Attestation> attest(sandbox::Engine& engine, record::Policy policy, std::string script) {
  policy = with_patience(std::move(policy));
  std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open(policy, record::World{});
  Attestation attestation = co_await attest_open(*sandbox, engine.name(), policy, script);
  co_await sandbox->stop();
  co_await sandbox->close();
  co_return attestation;
}

Task<Attestation> attest_open(sandbox::Sandbox& sandbox, std::string engine, record::Policy policy,
                              std::string script) {
  const Beacons beacons;
  Setting setting = setting_here(std::move(engine), sandbox.host_view().host_kernel, policy);
  Told told = co_await all_answers(sandbox, std::move(script),
                                   instructions(policy, beacons, forks_to_try(setting)), setting);
  told.answers.merge(co_await seen_from_outside(sandbox.host_view(), setting));
  co_return judge(setting, told.answers, told.doubled);
}

std::string text(const Attestation& attestation) {
  std::string text;
  const auto into = std::back_inserter(text);
  std::map<std::string, Count> counts;
  for (const char* kind : {"containment", "awareness", "note"}) {
    fmt::format_to(into, "── {}\n", kind);
    for (const Probe& probe : attestation.probes) {
      if (probe.kind != kind) continue;
      tell(probe, text);
      ++counts[kind].all;
      counts[kind].failed += probe.passed ? 0 : 1;
    }
  }
  const Count held = counts["containment"];
  const Count aware = counts["awareness"];
  fmt::format_to(into,
                 "{}: {} of {} containment probes passed; {} of {} awareness probes would tell an "
                 "agent where it is\n",
                 attestation.engine, held.all - held.failed, held.all, aware.failed, aware.all);
  if (const std::size_t silent = attestation.silent().size(); silent > 0) {
    fmt::format_to(into,
                   "{} of them gave no answer in {} s: the host has too much to do, and they are "
                   "not checked\n",
                   silent, long_time.count());
  }
  return text;
}

Json to_json(const Attestation& attestation) {
  Json probes = Json::array();
  for (const Probe& probe : attestation.probes) {
    probes.push_back({{"name", probe.name},
                      {"kind", probe.kind},
                      {"passed", probe.passed},
                      {"answered", probe.answered},
                      {"found", probe.found},
                      {"want", probe.want}});
  }
  return {{"engine", attestation.engine}, {"probes", std::move(probes)}};
}

}  // namespace redcode::attest
