#include "sandbox/image/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"

namespace redcode::image {
namespace {

using testing::HasSubstr;

Facts some_facts() {
  return {.layer = "sha256:" + std::string(64, 'c'),
          .created = std::chrono::sys_seconds(std::chrono::seconds(1'783'019'100)),
          .architecture = "amd64",
          .recipe = "sha256:1234",
          .packages = {{"apt", "2.6.1", "amd64", std::string(64, 'a')}}};
}

TEST(ImageSettings, ComeBackFromTheirText) {
  Facts facts = some_facts();
  facts.name = "dev";

  const Result<Facts> read = facts_from(settings_text(facts));

  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->name, "dev");
  EXPECT_EQ(read->layer, facts.layer);
  EXPECT_EQ(read->created, facts.created);
  EXPECT_EQ(read->architecture, "amd64");
  EXPECT_EQ(read->recipe, "sha256:1234");
  EXPECT_EQ(read->packages, facts.packages);
}

// What this digest is made of is Docker's id of the image on every host: it does not just change.
TEST(ImageSettings, HaveTheSameIdForTheSameImage) {
  EXPECT_EQ(image_id(settings_text(some_facts())), image_id(settings_text(some_facts())));
  EXPECT_EQ(image_id(settings_text(some_facts())),
            "sha256:5964045462d26370885a55b77a4a54722c9cb81f10cf270eb099cc5ca1857692");
}

TEST(ImageSettings, TellWhatASandboxNeeds) {
  const Json json = *parse_json(settings_text(some_facts()));

  EXPECT_EQ(json["config"]["WorkingDir"], "/home/dev");
  EXPECT_EQ(json["config"]["Labels"]["redcode.image"], "base");
  EXPECT_EQ(json["created"], "2026-07-02T19:05:00Z");
  EXPECT_EQ(json["rootfs"]["diff_ids"].size(), 1U);
}

TEST(ImageSettings, OfAnotherMakerAreReadAsFarAsTheyGo) {
  const Result<Facts> read =
      facts_from(R"({"created":"2026-01-02T03:04:05.678901234Z","rootfs":{"diff_ids":["sha256:)" +
                 std::string(64, 'd') + R"("]},"history":[{"created_by":"/bin/sh"}, 3]})");

  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->architecture, "");
  EXPECT_TRUE(read->packages.empty());
  EXPECT_EQ(read->created, std::chrono::sys_seconds(std::chrono::seconds(1'767'323'045)));
}

TEST(ImageSettings, AreRefusedWhenTheyAreNone) {
  Facts two = some_facts();
  two.packages[0].version = "not one word";

  EXPECT_FALSE(facts_from("nonsense"));
  EXPECT_FALSE(facts_from("[]"));
  EXPECT_THAT(facts_from(R"({"rootfs":{"diff_ids":["a","b"]}})").error().message,
              HasSubstr("one layer"));
  EXPECT_FALSE(facts_from(R"({"rootfs":{"diff_ids":["../../etc"]}})"));
  EXPECT_THAT(facts_from(settings_text(two)).error().message, HasSubstr("package list"));
}

}  // namespace
}  // namespace redcode::image
