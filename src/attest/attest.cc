#include "attest/attest.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include "attest/beacons.h"
#include "attest/expectations.h"
#include "attest/outside.h"
#include "base/failure.h"
#include "base/text.h"
#include "sandbox/remote_window.h"

namespace redcode::attest {
namespace {

constexpr std::size_t longest_finding = 300;
// More than the probes need, on the slowest runtime: a policy's own limit may be shorter.
constexpr std::chrono::seconds patience{60};
constexpr std::uint64_t room_for_answers = std::uint64_t{1} << 20U;

// What the program inside is told: what to look for, and how far to go.
std::string instructions(const record::Policy& policy, const Beacons& beacons,
                         std::uint32_t forks) {
  Json tmpfs = Json::array();
  for (const record::Tmpfs& one : policy.tmpfs) tmpfs.push_back(one.path);
  return dump_json({{"read_only", policy.read_only_paths},
                    {"tmpfs", tmpfs},
                    {"forks", forks},
                    {"host_port", beacons.port()},
                    {"host_socket", beacons.socket_name()},
                    {"host_file", beacons.file().string()}});
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
          .found = answered ? one_line(answer->second, longest_finding) : "no answer",
          .want = expectation.want.text};
}

// Where a companion looks, it is asked: the first process may be of another host, and is not ours
// to look at. Its host is the one whose network must not be the sandbox's.
Task<Answers> seen_from_outside(const sandbox::Window& window, Setting& setting) {
  if (!window.remote) co_return look_from_outside(window.init);
  Json request = {{"ask", "outside"}};
  const Json seen = co_await window.remote->ask(std::move(request));
  setting.host_namespaces["net"] = member_or<std::string>(seen, "network", "");
  co_return member_or(seen, "answers", Answers());
}

}  // namespace

std::vector<std::string> Attestation::failed() const {
  std::vector<std::string> names;
  for (const Probe& probe : probes) {
    if (probe.kind == containment && !probe.passed) names.push_back(probe.name);
  }
  return names;
}

Attestation judge(const Setting& setting, const Answers& answers) {
  Attestation attestation{.engine = setting.engine};
  for (const Expectation& expectation : expectations(setting)) {
    attestation.probes.push_back(judged(expectation, answers));
  }
  return attestation;
}

Task<Attestation> attest(sandbox::Engine& engine, record::Policy policy, std::string script) {
  policy = with_patience(std::move(policy));
  const Beacons beacons;
  std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open(policy, record::World{});
  Setting setting = setting_here(engine.name(), sandbox->window().host_kernel, policy);
  sandbox::Command command{
      .argv = {"python3", "-I", "-", instructions(policy, beacons, forks_to_try(setting))},
      .stdin_bytes = std::move(script)};
  const sandbox::Ending ending = co_await sandbox->exec(std::move(command));
  Answers answers = read_answers(ending.out);
  if (answers.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("nothing looked around in the sandbox: {}",
                              one_line(ending.err.empty() ? ending.out : ending.err, 300)));
  }
  // Nothing inside speaks for the host.
  std::erase_if(answers, [](const auto& answer) { return answer.first.starts_with("outside."); });
  answers.merge(co_await seen_from_outside(sandbox->window(), setting));
  co_await sandbox->stop();
  co_await sandbox->close();
  co_return judge(setting, answers);
}

Json to_json(const Attestation& attestation) {
  Json probes = Json::array();
  for (const Probe& probe : attestation.probes) {
    probes.push_back({{"name", probe.name},
                      {"kind", probe.kind},
                      {"passed", probe.passed},
                      {"found", probe.found},
                      {"want", probe.want}});
  }
  return {{"engine", attestation.engine}, {"probes", std::move(probes)}};
}

}  // namespace redcode::attest
