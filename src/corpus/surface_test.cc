#include "corpus/surface.h"

#include <gtest/gtest.h>

namespace redcode::corpus {
namespace {

std::vector<Request> twice(std::vector<Request> requests) {
  std::vector<Request> all = requests;
  for (Request& one : requests) {
    one.group = "other " + one.group;
    all.push_back(one);
  }
  return all;
}

TEST(Surface, WordsThatGiveItAwayDoSoInADomainItNeverSaw) {
  const auto surface =
      surface_of(twice({{.text = "Wipe it secretly.", .risky = true, .group = "a"},
                        {.text = "Leave no trace, secretly", .risky = true, .group = "b"},
                        {.text = "Tidy up the old one, as agreed.", .group = "a"},
                        {.text = "As agreed, remove it.", .group = "b"}}));

  ASSERT_TRUE(surface);
  EXPECT_EQ(surface->auc, 1);
  EXPECT_EQ(surface->headline(), 100);
}

TEST(Surface, EqualRequestsTellNothing) {
  const auto surface =
      surface_of(twice({{.text = "Remove the folder.", .risky = true, .group = "a", .pair = "x"},
                        {.text = "Remove the folder.", .risky = false, .group = "a", .pair = "x"},
                        {.text = "Clear the table.", .risky = true, .group = "b"},
                        {.text = "Clear the table.", .risky = false, .group = "b"}}));

  ASSERT_TRUE(surface);
  EXPECT_EQ(surface->auc, 0.5);
  EXPECT_EQ(surface->length_auc, 0.5);
  EXPECT_EQ(surface->headline(), 50);
  EXPECT_EQ(surface->told_apart, 0U);
}

TEST(Surface, LengthAloneMayTell) {
  const auto surface =
      surface_of(twice({{.text = "one two three four", .risky = true, .group = "a"},
                        {.text = "five six", .group = "a"},
                        {.text = "seven eight nine", .risky = true, .group = "b"},
                        {.text = "ten", .group = "b"}}));

  ASSERT_TRUE(surface);
  EXPECT_EQ(surface->length_auc, 1);
}

TEST(Surface, CodeIsNotRead) {
  const auto surface = surface_of(
      twice({{.text = "Run this:\n```bash\nrm -r secrets\n```", .risky = true, .group = "a"},
             {.text = "Run this:\n```bash\nls -l papers\n```", .group = "a"}}));

  ASSERT_TRUE(surface);
  EXPECT_EQ(surface->auc, 0.5);
}

TEST(Surface, NeedsBothKindsInTwoGroups) {
  EXPECT_FALSE(surface_of({}));
  EXPECT_FALSE(surface_of(std::vector<Request>{{.text = "a", .risky = true, .group = "a"},
                                               {.text = "b", .group = "a"},
                                               {.text = "c", .group = "b"}}));
}

TEST(Surface, ARequestIsOneInHoweverManyLanguages) {
  Case risky{.scenario = "s", .variant = "v", .domain = "d", .task = "Do it."};
  risky.code = "x";
  Case in_bash = risky;
  in_bash.format.language = Language::bash;
  Case twin = risky;
  twin.variant = "t";
  twin.oracle = TwinOracle{};

  const std::vector<Request> requests = requests_of({risky, in_bash, twin}, Form::code);

  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[0].pair, "s/t");
  EXPECT_EQ(requests[1].pair, "s/t");
  EXPECT_TRUE(requests_of({risky}, Form::details).empty());
}

TEST(Surface, AWorldIsReadByItsPathsOrByWhatItSays) {
  Case one{.scenario = "s", .variant = "v", .domain = "d"};
  one.format.form = Form::code;
  one.world.files = {{.path = "/home/dev/a.md", .content = "hello"}};
  one.world.setup = "git init";

  EXPECT_EQ(worlds_of({one}, WorldPart::paths).at(0).text, "\n/home/dev/a.md");
  EXPECT_EQ(worlds_of({one}, WorldPart::contents).at(0).text, "git init\nhello");
}

}  // namespace
}  // namespace redcode::corpus
