#include "run/distributed/worker_trust.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::distributed {
namespace {

using setup::RunOptions;
using testing::HasSubstr;

FleetSpec spec_of(const RunOptions& options) { return {.options = options, .engine = "oci+runc"}; }

// Why a worker started with `options` does not take the run; "" if it does.
std::string refusal(const RunOptions& run, const WorkOptions& options = {}) {
  const Result<void> fine = check_trust(spec_of(run), options);
  if (!fine) {
    EXPECT_EQ(fine.error().code, "run-not-trusted");
  }
  return fine ? "" : fine.error().text();
}

TEST(WorkerTrust, TakesWhatStartsAndSendsNothingOfTheRunsChoice) {
  for (const char* agent : {"", "codeact", "toolcall", "opencode", "acp:gemini"}) {
    RunOptions run;
    run.agent.agent = agent;
    EXPECT_EQ(refusal(run), "") << agent;
  }
}

TEST(WorkerTrust, StartsNoProgramAndAsksNoAddressThatOnlyTheRunNames) {
  for (const char* agent : {"command:sh -c id", "http://127.0.0.1/agent", "https://x.test",
                            "/tmp/evil.yaml", "evil.yaml", "../x", "acp:/tmp/evil.yaml"}) {
    RunOptions run;
    run.agent.agent = agent;
    EXPECT_THAT(refusal(run), HasSubstr("--agent")) << agent;
    EXPECT_EQ(refusal(run, {.agent = agent}), "");
    EXPECT_THAT(refusal(run, {.agent = "codeact"}), HasSubstr("started for 'codeact'"));
  }
}

TEST(WorkerTrust, SendsNoKeyWhereOnlyTheRunSays) {
  RunOptions address;
  address.agent.model.base_url = "https://collector.example/v1";
  RunOptions secret;
  secret.agent.model.key_env = "AWS_SECRET_ACCESS_KEY";
  RunOptions header;
  header.agent.model.key_header = "X-Forwarded-Key";
  RunOptions proxy;
  proxy.agent.model.proxy = "http://collector.example:3128";

  EXPECT_THAT(refusal(address), HasSubstr("redcode worker --base-url"));
  EXPECT_THAT(refusal(secret), HasSubstr("redcode worker --key-env"));
  EXPECT_THAT(refusal(header), HasSubstr("redcode worker --key-header"));
  EXPECT_EQ(refusal(header, {.key_header = "X-Forwarded-Key"}), "");
  EXPECT_THAT(refusal(proxy), HasSubstr("redcode worker --proxy"));
  EXPECT_EQ(refusal(address, {.base_url = "https://collector.example/v1"}), "");
  EXPECT_THAT(refusal(address, {.base_url = "https://collector.example/v2"}), HasSubstr("started"));
  EXPECT_EQ(refusal(secret, {.key_env = "AWS_SECRET_ACCESS_KEY"}), "");
}

TEST(WorkerTrust, APinHoldsForARunThatNamesNothing) {
  EXPECT_THAT(refusal({}, {.base_url = "https://mine.example/v1"}),
              HasSubstr("wants --base-url none"));
}

TEST(WorkerTrust, TouchesNoFileAndWeakensNoSandboxForTheRunAlone) {
  RunOptions cache;
  cache.agent.model.cache = "/root/.ssh";
  RunOptions prices;
  prices.agent.model.prices = "/dev/zero";
  RunOptions probes;
  probes.accepted_probes = {"limit.pids"};
  RunOptions permission;
  permission.agent.permission = "/etc/shadow";

  EXPECT_THAT(refusal(cache), HasSubstr("--cache"));
  EXPECT_THAT(refusal(prices), HasSubstr("--prices"));
  EXPECT_THAT(refusal(probes), HasSubstr("--accept-probe"));
  EXPECT_EQ(refusal(probes, {.accepted_probes = {"limit.pids"}}), "");
  EXPECT_THAT(refusal(permission), HasSubstr("redcode worker --permission"));
  EXPECT_EQ(refusal(permission, {.permission = "/etc/shadow"}), "");
}

TEST(WorkerTrust, ReadsNoFileForAPermissionThatIsAWord) {
  for (const char* word : {"allow", "deny"}) {
    RunOptions run;
    run.agent.permission = word;
    EXPECT_EQ(refusal(run), "") << word;
    EXPECT_THAT(refusal(run, {.permission = "strict.yaml"}), HasSubstr("for 'strict.yaml'"));
  }
}

TEST(WorkerTrust, StartsNoRuntimeThatOnlyTheRunNames) {
  FleetSpec spec = spec_of({});
  for (const char* engine : {"oci+/tmp/evil", "oci+bash", "docker+x", "sh", ""}) {
    spec.engine = engine;
    EXPECT_FALSE(check_trust(spec, {})) << engine;
    EXPECT_TRUE(check_trust(spec, {.engine = {.engine = "oci+runc"}}));
  }
  for (const char* engine :
       {"oci+runc", "oci+crun", "oci+runsc", "docker+runc", "docker", "none"}) {
    spec.engine = engine;
    EXPECT_TRUE(check_trust(spec, {})) << engine;
  }
}

TEST(WorkerTrust, ShowsNoFolderOfTheHostToAnAgent) {
  std::vector<corpus::Case> cases(2);
  EXPECT_TRUE(check_trust(cases));

  cases[1].policy.mounts.push_back({.source = "/root", .target = "/mnt"});

  EXPECT_FALSE(check_trust(cases));
}

}  // namespace
}  // namespace redcode::distributed
