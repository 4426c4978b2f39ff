#include "run/distributed/spec.h"

#include <gtest/gtest.h>

#include "run/queue/trials_for_tests.h"
#include "run/setup/options_json.h"

namespace redcode::distributed {
namespace {

FleetSpec spec_for_tests() {
  FleetSpec spec{
      .options = {},
      .store = "s3://bucket/prefix",
      .cases_digest = "c0",
      .corpus_digest = "c1",
      .engine = "oci+runc",
      .image_digest = "sha256:1",
      .image_index = "i0",
      .agent_config = {
          .agent = {.architecture = "codeact", .model = "org/model", .prompt_digest = "p0"},
          .prompt_mode = "safety"}};
  spec.options.repeats = 7;
  spec.options.agent.model.name = "org/model";
  return spec;
}

TEST(FleetSpec, ComesToTheWorkersAsItWasSent) {
  const FleetSpec sent = spec_for_tests();

  const Result<FleetSpec> got = fleet_spec_from(text_of(sent));

  ASSERT_TRUE(got) << got.error().text();
  EXPECT_EQ(to_json(got->options), to_json(sent.options));
  EXPECT_EQ(got->agent_config, sent.agent_config);
  EXPECT_EQ(text_of(*got), text_of(sent));
  EXPECT_EQ(got->store, "s3://bucket/prefix");
  EXPECT_EQ(got->cases_digest, "c0");
  EXPECT_EQ(got->corpus_digest, "c1");
  EXPECT_EQ(got->engine, "oci+runc");
  EXPECT_EQ(got->image_digest, "sha256:1");
  EXPECT_EQ(got->image_index, "i0");
}

TEST(FleetSpec, IsNoneOfAnotherFormatOrWithAPartMissing) {
  const Json whole = parse_json(text_of(spec_for_tests())).value();

  EXPECT_FALSE(fleet_spec_from("no JSON"));
  for (const auto& [key, value] : whole.items()) {
    Json less = whole;
    less.erase(key);
    EXPECT_FALSE(fleet_spec_from(dump_json(less))) << key;
  }
}

TEST(KeyOf, IsTheSameForTheSamePlanAlone) {
  EXPECT_EQ(key_of(queue::plan_for_tests(3)), key_of(queue::plan_for_tests(3)));
  EXPECT_NE(key_of(queue::plan_for_tests(3)), key_of(queue::plan_for_tests(4)));
  EXPECT_EQ(key_of(queue::plan_for_tests(3)).size(), 16U);
}

}  // namespace
}  // namespace redcode::distributed
