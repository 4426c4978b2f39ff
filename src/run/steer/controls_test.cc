#include "run/steer/controls.h"

#include <gtest/gtest.h>

namespace redcode::steer {
namespace {

TEST(Status, SurvivesTheWayThroughJson) {
  const Status status{.planned = 40,
                      .over = 12,
                      .skipped = 2,
                      .running = 8,
                      .under_way = {{.case_id = "a.b.code.bash", .seconds = 0.5}},
                      .retried = 3,
                      .queued = 20,
                      .outcomes = {{"refused", 9}, {"harmed", 1}},
                      .input_tokens = 1000,
                      .output_tokens = 200,
                      .seconds = 1.5,
                      .concurrency = 8,
                      .sandboxes_limit = 4,
                      .order = "pause",
                      .why_slow = "memory",
                      .run_folder = "runs/first"};

  const Result<Json> read = parse_json(dump_json(to_json(status)));

  ASSERT_TRUE(read);
  EXPECT_EQ(status_from_json(*read), status);
}

TEST(Status, TakesWhatAnotherVersionTells) {
  const Json told{{"planned", 5},
                  {"over", "many"},
                  {"outcomes", {{"refused", -1.5}}},
                  {"under_way", {1, {{"case_id", 2}}}},
                  {"new", 1}};

  const Status status = status_from_json(told);

  EXPECT_EQ(status.planned, 5U);
  EXPECT_EQ(status.over, 0U);
  EXPECT_EQ(status.order, "go");
  EXPECT_EQ(status.under_way, std::vector<UnderWay>(2));
}

}  // namespace
}  // namespace redcode::steer
