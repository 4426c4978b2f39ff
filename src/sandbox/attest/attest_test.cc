#include "sandbox/attest/attest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/failure.h"
#include "base/run.h"
#include "sandbox/attest/expectations.h"

namespace redcode::attest {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// A sandbox in which every command prints the same.
struct FakeInside {
  sandbox::Ending ending;
  std::string out_when_asked_again = {};
  sandbox::Command ran;
  int runs = 0;
  record::Policy policy;
  int open_now = 0;
  bool closed = false;
};

class FakeSandbox : public sandbox::Sandbox {
 public:
  explicit FakeSandbox(FakeInside& inside) : inside_(inside) { ++inside_.open_now; }
  FakeSandbox(FakeSandbox&&) = delete;
  FakeSandbox& operator=(FakeSandbox&&) = delete;
  FakeSandbox(const FakeSandbox&) = delete;
  FakeSandbox& operator=(const FakeSandbox&) = delete;
  ~FakeSandbox() override { --inside_.open_now; }

  std::string id() const override { return "fake"; }
  const sandbox::HostView& host_view() const override { return host_view_; }
  Task<sandbox::Ending> exec(sandbox::Command command) override {
    inside_.ran = std::move(command);
    sandbox::Ending ending = inside_.ending;
    if (++inside_.runs > 1) ending.out = inside_.out_when_asked_again;
    co_return ending;
  }
  Task<std::unique_ptr<sandbox::Process>> start(sandbox::Command /*command*/) override {
    throw Failure(Failure::Kind::unavailable, "nothing can be started here");
  }
  Task<> end_all() override { co_return; }
  Task<> stop() override { co_return; }
  Task<> close() override {
    inside_.closed = true;
    co_return;
  }

 private:
  FakeInside& inside_;
  sandbox::HostView host_view_;
};

class FakeEngine : public sandbox::Engine {
 public:
  explicit FakeEngine(FakeInside& inside) : inside_(inside) {}

  std::string name() const override { return "fake+none"; }
  Task<sandbox::Traits> traits() override { co_return sandbox::Traits{}; }
  Task<std::string> image_digest(std::string) override { co_return ""; }
  Task<std::unique_ptr<sandbox::Sandbox>> open(record::Policy policy, record::World) override {
    inside_.policy = std::move(policy);
    co_return std::make_unique<FakeSandbox>(inside_);
  }
  Task<std::vector<std::string>> reap(bool) override { co_return std::vector<std::string>{}; }

 private:
  FakeInside& inside_;
};

FakeInside printing(std::string out) {
  return {.ending = {.how = sandbox::Exited{}, .out = std::move(out), .err = ""}};
}

std::optional<Probe> find(const Attestation& attestation, const std::string& name) {
  const auto found = std::ranges::find(attestation.probes, name, &Probe::name);
  return found == attestation.probes.end() ? std::nullopt : std::optional(*found);
}

TEST(Attest, RunsTheScriptFromStandardInputAndCloses) {
  FakeInside inside = printing("{\"name\": \"kernel.bpf\", \"found\": \"refused EPERM\"}\n");
  FakeEngine engine(inside);

  const Attestation attestation = run(attest(engine, record::Policy{}, "print(1)\n"));

  EXPECT_EQ(attestation.engine, "fake+none");
  EXPECT_EQ(inside.ran.stdin_bytes, "print(1)\n");
  EXPECT_EQ(inside.ran.argv.at(0), "python3");
  EXPECT_THAT(inside.ran.argv.back(), HasSubstr("\"forks\":272"));
  EXPECT_TRUE(inside.closed);
  EXPECT_EQ(inside.open_now, 0);
}

TEST(Attest, FailsWhatWasFoundWrongAndCallsNoSilenceALeak) {
  FakeInside inside = printing(
      "{\"name\": \"kernel.bpf\", \"found\": \"refused EPERM\"}\n"
      "{\"name\": \"kernel.keyctl\", \"found\": \"worked\"}\n");
  FakeEngine engine(inside);

  const Attestation attestation = run(attest(engine, record::Policy{}, ""));

  EXPECT_TRUE(find(attestation, "kernel.bpf")->passed);
  EXPECT_FALSE(find(attestation, "kernel.keyctl")->passed);
  EXPECT_EQ(find(attestation, "kernel.reboot")->found, "no answer");
  EXPECT_THAT(attestation.failed(), Contains("kernel.keyctl"));
  EXPECT_FALSE(find(attestation, "kernel.reboot")->passed);
  EXPECT_THAT(attestation.failed(), Not(Contains("kernel.reboot")));
  EXPECT_THAT(attestation.silent(), Contains("kernel.reboot"));
  EXPECT_THAT(attestation.silent(), Not(Contains("kernel.keyctl")));
  EXPECT_THAT(attestation.failed(), Not(Contains("kernel.bpf")));
}

TEST(Attest, AsksTheSilentAgainWithMoreTime) {
  FakeInside inside = printing("{\"name\": \"kernel.bpf\", \"found\": \"refused EPERM\"}\n");
  inside.out_when_asked_again = "{\"name\": \"kernel.reboot\", \"found\": \"refused EPERM\"}\n";
  FakeEngine engine(inside);

  const Attestation attestation = run(attest(engine, record::Policy{}, ""));

  EXPECT_TRUE(find(attestation, "kernel.reboot")->passed);
  EXPECT_THAT(attestation.silent(), Not(Contains("kernel.reboot")));
  const Json how = Json::parse(inside.ran.argv.back());
  EXPECT_EQ(how.at("seconds"), 15);
  EXPECT_THAT(how.at("only").get<std::vector<std::string>>(), Contains("kernel.keyctl"));
  EXPECT_THAT(how.at("only").get<std::vector<std::string>>(), Not(Contains("kernel.bpf")));
}

TEST(Attest, AProbeThatContradictsItselfHasFailed) {
  FakeInside inside = printing(
      "{\"name\": \"kernel.bpf\", \"found\": \"worked\"}\n"
      "{\"name\": \"kernel.bpf\", \"found\": \"refused EPERM\"}\n");
  inside.out_when_asked_again = "{\"name\": \"kernel.bpf\", \"found\": \"refused EPERM\"}\n";
  FakeEngine engine(inside);

  const Attestation attestation = run(attest(engine, record::Policy{}, ""));

  EXPECT_EQ(find(attestation, "kernel.bpf")->found, "answered twice");
  EXPECT_THAT(attestation.failed(), Contains("kernel.bpf"));
}

TEST(Attest, NeverTakesTheWordOfTheInsideForWhatIsSeenFromOutside) {
  FakeInside inside = printing("{\"name\": \"outside.memory\", \"found\": \"1\"}\n");
  FakeEngine engine(inside);

  const Attestation attestation = run(attest(engine, record::Policy{}, ""));

  EXPECT_EQ(find(attestation, "outside.memory")->found, "no answer");
}

TEST(Attest, ThrowsWhenNothingAnswered) {
  FakeInside inside = printing("");
  inside.ending.err = "python3: \x1b[31mnot found";
  FakeEngine engine(inside);

  try {
    run(attest(engine, record::Policy{}, ""));
    FAIL() << "no failure";
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("not found"));
    EXPECT_THAT(failure.what(), Not(HasSubstr("\x1b")));
  }
  EXPECT_EQ(inside.open_now, 0);
}

TEST(Attest, GivesTheProbesTimeWhateverThePolicySays) {
  FakeInside inside = printing("{\"name\": \"a\", \"found\": \"\"}\n");
  FakeEngine engine(inside);

  run(attest(engine, record::Policy{.command_timeout = std::chrono::seconds(1)}, ""));

  EXPECT_EQ(inside.policy.command_timeout, std::chrono::seconds(60));
}

TEST(Judge, MakesFindingsSafeToPrint) {
  const Setting setting{.engine = "docker+runc"};

  const Attestation attestation =
      judge(setting, {{"kernel.bpf", "\x1b]0;owned\x07worked\n" + std::string(2000, 'x')}});

  const std::string found = find(attestation, "kernel.bpf")->found;
  EXPECT_THAT(found, Not(HasSubstr("\x1b")));
  EXPECT_THAT(found, Not(HasSubstr("\n")));
  EXPECT_LT(found.size(), 400U);
}

TEST(Judge, NeverStopsARunForAwarenessOrNotes) {
  const Setting setting{.engine = "docker+runsc", .host_kernel = false};

  const Attestation attestation = judge(setting, {{"aware.marker_files", "/.dockerenv"}});

  EXPECT_FALSE(find(attestation, "aware.marker_files")->passed);
  EXPECT_EQ(find(attestation, "unshare.user")->kind, note);
  EXPECT_THAT(attestation.failed(), Not(Contains("aware.marker_files")));
  EXPECT_THAT(attestation.failed(), Not(Contains("unshare.user")));
}

TEST(Attestation, IsWrittenAsJson) {
  const Attestation attestation{.engine = "oci+runc",
                                .probes = {{.name = "caps.effective",
                                            .kind = containment,
                                            .passed = true,
                                            .found = "0",
                                            .want = "0"}}};

  EXPECT_EQ(dump_json(to_json(attestation)),
            R"({"engine":"oci+runc","probes":[{"name":"caps.effective","kind":"containment",)"
            R"("passed":true,"answered":true,"found":"0","want":"0"}]})");
}

TEST(Attestation, TellsProbesByKindAndCountsThem) {
  const Attestation found{
      .engine = "fake+none",
      .probes = {{.name = "agent.aware", .kind = "awareness", .found = "docker", .want = "none"},
                 {.name = "caps", .kind = "containment", .passed = true, .found = "0"},
                 {.name = "slow", .kind = "containment", .answered = false, .want = "x"}}};

  EXPECT_EQ(text(found),
            "── containment\n"
            "ok     caps                               0\n"
            "SLOW   slow                               \n"
            "                                          wanted: x\n"
            "── awareness\n"
            "FAILED agent.aware                        docker\n"
            "                                          wanted: none\n"
            "── note\n"
            "fake+none: 1 of 2 containment probes passed; 1 of 1 awareness probes would tell an "
            "agent where it is\n"
            "1 of them gave no answer in 15 s: the host has too much to do, and they are not "
            "checked\n");
  EXPECT_FALSE(found.holds());
}

TEST(Attestation, HoldsIfNothingFailedAndNothingWasSilent) {
  Attestation found{.engine = "fake", .probes = {{.name = "a", .kind = "containment"}}};
  EXPECT_FALSE(found.holds());
  found.probes[0].passed = true;
  found.probes.push_back({.name = "b", .kind = "awareness"});

  EXPECT_TRUE(found.holds());
}

}  // namespace
}  // namespace redcode::attest
