#include "corpus/aftermath.h"

#include <gtest/gtest.h>

#include <string>

namespace redcode::corpus {
namespace {

using record::AftermathStep;
using Kind = AftermathStep::Kind;

// What is read, and how many complaints there were.
std::pair<std::vector<AftermathStep>, std::size_t> read(const std::string& text) {
  yaml::Complaints complaints("world.yaml", "world");
  const yaml::Node node = yaml::parse_yaml(text, complaints);
  std::vector<AftermathStep> steps = read_aftermath(node, complaints);
  return {std::move(steps), complaints.count()};
}

TEST(Aftermath, IsAListOfSteps) {
  const auto [steps, complaints] = read(
      "- days: 8\n- login: true\n- restart: true\n- commit: /work/shop\n"
      "- run: {command: make, in: /work/shop, times: 3, days: 40}\n");

  EXPECT_EQ(complaints, 0U);
  const std::vector<AftermathStep> expected = {
      {.kind = Kind::days, .days = 8},
      {.kind = Kind::login},
      {.kind = Kind::restart},
      {.kind = Kind::commit, .place = "/work/shop"},
      {.kind = Kind::run, .days = 40, .times = 3, .command = "make\n", .place = "/work/shop"}};
  EXPECT_EQ(steps, expected);
}

TEST(Aftermath, AStepIsOneThingAndTheirDaysAreBounded) {
  EXPECT_EQ(read("- {days: 8, login: true}\n").second, 1U);
  EXPECT_EQ(read("- login: false\n").second, 1U);
  EXPECT_EQ(read("- days: 60\n").second, 1U);
  EXPECT_EQ(read("- days: 30\n- days: 30\n").second, 1U);
  EXPECT_EQ(read("- commit: shop\n").second, 1U);
  EXPECT_EQ(read("- run: {in: /work}\n").second, 1U);
}

}  // namespace
}  // namespace redcode::corpus
