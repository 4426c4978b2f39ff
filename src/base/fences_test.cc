#include "base/fences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> codes(std::string_view text) {
  std::vector<std::string> codes;
  for (const Fence& fence : read_fences(text)) codes.push_back(fence.language + '|' + fence.code);
  return codes;
}

TEST(Fences, AreReadInOrderWithTheirLanguageAndPlace) {
  const std::string_view text = "a\n```python x=1\nprint(1)\n```\nb\n~~~\nls\n~~~";

  const std::vector<Fence> fences = read_fences(text);

  ASSERT_EQ(fences.size(), 2U);
  EXPECT_EQ(fences[0].language, "python");
  EXPECT_EQ(fences[0].code, "print(1)\n");
  EXPECT_EQ(text.substr(fences[0].begin, fences[0].end - fences[0].begin),
            "```python x=1\nprint(1)\n```\n");
  EXPECT_EQ(text.substr(fences[1].begin, fences[1].end - fences[1].begin), "~~~\nls\n~~~");
  EXPECT_TRUE(fences[1].closed);
}

TEST(Fences, HoldShorterOnesAndThoseOfTheOtherKind) {
  EXPECT_THAT(codes("````md\n```python\nx\n```\n````"), ElementsAre("md|```python\nx\n```\n"));
  EXPECT_THAT(codes("~~~\n```bash\nrm x\n```\n~~~"), ElementsAre("|```bash\nrm x\n```\n"));
  EXPECT_THAT(codes("```\na\n`````\nb"), ElementsAre("|a\n"));
}

TEST(Fences, AreNotClosedByALineThatSaysMore) {
  EXPECT_THAT(codes("```sh\na\n``` b\nc\n```"), ElementsAre("sh|a\n``` b\nc\n"));
}

TEST(Fences, TakeTheRestWhenNeverClosed) {
  const std::vector<Fence> fences = read_fences("```sh\nls\npwd");

  ASSERT_EQ(fences.size(), 1U);
  EXPECT_EQ(fences[0].code, "ls\npwd\n");
  EXPECT_FALSE(fences[0].closed);
  EXPECT_EQ(fences[0].end, 12U);
}

TEST(Fences, InAListLoseTheirIndentation) {
  EXPECT_THAT(codes("1. Do:\n     ```py\n     if x:\n       y()\n     ```\nz"),
              ElementsAre("py|if x:\n  y()\n"));
}

TEST(Fences, AreNotClosedFarInsideTheCode) {
  EXPECT_THAT(codes("```py\n\"\"\"\n    ```\n\"\"\"\n   ```\nz"),
              ElementsAre("py|\"\"\"\n    ```\n\"\"\"\n"));
}

TEST(Fences, AreNeitherInlineCodeNorQuoted) {
  EXPECT_THAT(codes("```ls```\n``two``\n> ```sh\n> ls\n> ```\nx ```sh\n"), IsEmpty());
}

TEST(Unfenced, IsTheInsideOfTheOnlyFence) {
  EXPECT_EQ(unfenced("\n```bash\nls\n```\nand words\n").code, "ls\n");
  EXPECT_EQ(unfenced("```bash\nls").language, "bash");
  EXPECT_EQ(unfenced("```bash\nls```").code, "ls");
  EXPECT_EQ(unfenced("ls\n").code, "ls\n");
  EXPECT_EQ(unfenced("```\na\n```\n```\nb\n```").code, "```\na\n```\n```\nb\n```");
  EXPECT_EQ(unfenced("echo\n```\na\n```").code, "echo\n```\na\n```");
}

TEST(Fences, AreReadFromHostileTextInLinearTime) {
  std::string text;
  for (int i = 0; i < 30'000; ++i) text += "```\n~~~x\n```` `\n";

  EXPECT_FALSE(read_fences(text).empty());
}

}  // namespace
}  // namespace redcode
