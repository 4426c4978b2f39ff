#include "run/setup/options_json.h"

#include <gmock/gmock.h>

namespace redcode::setup {
namespace {

using testing::ElementsAre;

// Every option that travels, as it is not by default.
RunOptions unusual() {
  RunOptions options;
  options.agent = {
      .agent = "react",
      .model = {.name = "org/model",
                .api = "messages",
                .base_url = "http://host.example/v1",
                .key_env = "KEY",
                .key_header = "X-Key",
                .headers = {},
                .proxy = "http://proxy.example:3128",
                .prices = "prices.yaml",
                .budget = 2.5,
                .budget_tokens = 1000,
                .cache = "cache",
                .concurrency = 7,
                .timeout = std::chrono::seconds(30),
                .temperature = 0.25,
                .max_tokens = 512,
                .scripted_latency = std::chrono::milliseconds(40)},
      .prompting = {.safety = "plain", .role = "admin", .pressure = "boss", .warm_up = 2},
      .permission = "deny"};
  options.gen = {.suite = "gen", .execute = true};
  options.engine.engine = "oci+runsc";
  options.accepted_probes = {"net.out", "caps.effective"};
  options.corpus = "my-corpus";
  options.private_corpus = "held-out";
  options.names = "spring";
  options.subset = "quick";
  options.filter = "kind=risky";
  options.repeats = 3;
  options.concurrency = 8;
  options.sandboxes = 4;
  options.limit = 90;
  options.sample = 45;
  options.seed = "7";
  options.attempts = 5;
  options.profile = "nightly";
  return options;
}

TEST(OptionsJson, KeepsEveryOptionThatTravels) {
  const RunOptions options = unusual();

  const Result<RunOptions> read = run_options_from(to_json(options));

  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(to_json(*read), to_json(options));
}

// Else the test above could not see an option that is written and not read.
TEST(OptionsJson, IsTriedWithNoOptionAsItIsByDefault) {
  const Json usual = to_json(RunOptions{});
  const Json other = to_json(unusual());
  const auto belongs_to_one_process = [](const std::string& key) {
    return key == "fleet" || key == "left_out";
  };

  for (const auto& [key, value] : other.items()) {
    if (key == "agent" || key == "model") {
      for (const auto& [inner, one] : value.items())
        EXPECT_NE(one, usual.at(key).value(inner, Json())) << key << "." << inner;
    } else if (!belongs_to_one_process(key)) {
      EXPECT_NE(value, usual.value(key, Json())) << key;
    }
  }
}

TEST(OptionsJson, LeavesOutWhatMayHoldASecretAndSaysSo) {
  RunOptions options;
  options.agent.agent = "command:agent --token s3cret";
  options.agent.model.headers = {"X-Token: s3cret"};
  options.agent.model.proxy = "http://me:s3cret@proxy.example";
  options.agent.model.base_url = "https://host.example/v1?key=s3cret";

  const Json json = to_json(options);

  EXPECT_EQ(dump_json(json).find("s3cret"), std::string::npos) << dump_json(json);
  EXPECT_THAT(json.at("left_out").get<std::vector<std::string>>(),
              ElementsAre("--header", "--proxy", "--base-url", "--agent"));
}

TEST(OptionsJson, IsAsWithoutTheOptionWhereAMemberIsMissing) {
  const Json little{{"agent", Json::object()}, {"model", Json::object()}};

  const Result<RunOptions> read = run_options_from(little);

  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(to_json(*read), to_json(RunOptions{}));
}

TEST(OptionsJson, IsNoneOfAnotherShape) {
  EXPECT_FALSE(run_options_from(Json::array()));
  EXPECT_FALSE(run_options_from(Json{{"agent", Json::object()}}));
  Json json = to_json(RunOptions{});
  json["model"]["timeout"] = "soon";
  EXPECT_FALSE(run_options_from(json));
}

}  // namespace
}  // namespace redcode::setup
