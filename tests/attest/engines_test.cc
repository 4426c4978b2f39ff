// The probes against real engines: nothing that must hold may fail, and every probe has answered.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/failure.h"
#include "base/run.h"
#include "base/text.h"
#include "sandbox/attest/attest.h"
#include "sandbox/docker/engine.h"
#include "sandbox/oci/engine.h"
#include "sandbox/services.h"

namespace redcode::attest {
namespace {

std::vector<std::string> engine_names() {
  const char* picked = std::getenv("REDCODE_ENGINES");
  return split(picked == nullptr ? "docker+runc,docker+runsc,oci+runc,oci+runsc" : picked, ',');
}

std::unique_ptr<sandbox::Engine> engine_called(const std::string& name) {
  const std::vector<std::string> parts = split(name, '+');
  if (parts.at(0) == "docker") {
    return std::make_unique<docker::Engine>(docker::Options{.runtime = parts.at(1)});
  }
  return std::make_unique<oci::Engine>(oci::Options{.runtime = parts.at(1)});
}

std::string script() {
  std::ifstream file("probes/look_around.py");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string table(const Attestation& attestation) {
  std::string text;
  for (const Probe& probe : attestation.probes) {
    const char* mark = probe.passed ? "ok  " : "FAIL";
    text += fmt::format("{} {:11} {:28} {:40} want: {}\n", probe.kind == "note" ? "    " : mark,
                        probe.kind, probe.name, probe.found, probe.want);
  }
  return text;
}

// Why it does not work here; nothing when it does.
Task<std::optional<std::string>> why_not(sandbox::Engine& engine) {
  std::optional<std::string> reason;
  try {
    co_await engine.traits();
    co_await engine.image_digest(record::Policy{}.image);
  } catch (const Failure& failure) {
    reason = failure.what();
  }
  co_return reason;
}

class Engines : public testing::TestWithParam<std::string> {};

TEST_P(Engines, ContainWhatTheyMust) {
  const std::unique_ptr<sandbox::Engine> engine = engine_called(GetParam());
  const std::optional<std::string> reason = run(why_not(*engine));
  if (reason) GTEST_SKIP() << GetParam() << " does not work here: " << *reason;

  const auto begin = std::chrono::steady_clock::now();
  const Attestation attestation = run(attest(*engine, record::Policy{}, script()));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

  EXPECT_THAT(attestation.failed(), testing::IsEmpty()) << table(attestation);
  EXPECT_THAT(attestation.silent(), testing::IsEmpty()) << table(attestation);
  for (const Probe& probe : attestation.probes) EXPECT_NE(probe.found, "no answer") << probe.name;
  EXPECT_LT(took.count(), 60) << "seconds";
  if (std::getenv("REDCODE_SHOW") != nullptr) {
    fmt::print("{}{} in {:.1f} s\n", table(attestation), GetParam(), took.count());
  }
}

// Where a world's servers run: beside an agent's sandbox, under their own policy.
Task<Attestation> attest_service(sandbox::Engine& engine) {
  record::Policy policy = sandbox::service_policy();
  policy.image = record::Policy{}.image;
  const auto box = co_await engine.open(record::Policy{}, record::World{});
  const auto beside = co_await engine.open_beside(*box, policy, record::World{});
  Attestation attestation = co_await attest_open(*beside, engine.name(), policy, script());
  co_await beside->close();
  co_await box->close();
  co_return attestation;
}

TEST_P(Engines, ContainServicesToo) {
  const std::unique_ptr<sandbox::Engine> engine = engine_called(GetParam());
  const std::optional<std::string> reason = run(why_not(*engine));
  if (reason) GTEST_SKIP() << GetParam() << " does not work here: " << *reason;

  const Attestation attestation = run(attest_service(*engine));

  EXPECT_THAT(attestation.failed(), testing::IsEmpty()) << table(attestation);
  EXPECT_THAT(attestation.silent(), testing::IsEmpty()) << table(attestation);
}

INSTANTIATE_TEST_SUITE_P(Every, Engines, testing::ValuesIn(engine_names()),
                         [](const testing::TestParamInfo<std::string>& parameter) {
                           std::string name = parameter.param;
                           for (char& c : name) c = c == '+' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace redcode::attest
