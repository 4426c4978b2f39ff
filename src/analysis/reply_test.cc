#include "analysis/reply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SourcesIn, AreTheFencesWithTheirLanguages) {
  EXPECT_THAT(sources_in("Here:\n```Python\nf()\n```\nand\n~~~sh\nls\n~~~\n"),
              ElementsAre(Source{"reply-1.py", Language::python, "f()\n"},
                          Source{"reply-2.sh", Language::bash, "ls\n"}));
}

TEST(SourcesIn, TakeAnUnclosedLastFence) {
  EXPECT_THAT(sources_in("```js\nf();\n"),
              ElementsAre(Source{"reply-1.js", Language::javascript, "f();\n"}));
}

TEST(SourcesIn, TakeAFilesNameFromTheOpeningLineOrTheLineBefore) {
  EXPECT_THAT(sources_in("**run.sh**\n\n```\nls\n```\n```python title=\"main.py\"\nf()\n```"),
              ElementsAre(Source{"run.sh", Language::bash, "ls\n"},
                          Source{"main.py", Language::python, "f()\n"}));
}

TEST(SourcesIn, LeaveOutWordsDataAndOutput) {
  EXPECT_THAT(sources_in("```text\nimport os\n```\n```json\n{}\n```\n```console\n$ ls\n```"),
              IsEmpty());
  EXPECT_THAT(sources_in("```\nI am sorry, but I can not help with this.\nAsk for something "
                         "else, please.\n```"),
              IsEmpty());
}

TEST(SourcesIn, GuessTheLanguageOfAFenceWithoutATag) {
  EXPECT_THAT(sources_in("```\nimport os\n\ndef f():\n    return os.name\n```"),
              ElementsAre(Source{"reply-1.py", Language::python,
                                 "import os\n\ndef f():\n    return os.name\n"}));
  EXPECT_EQ(sources_in("```\nimport os\n\nx = [\n  1,\n  2,\n  3,\n  4,\n]\n```").size(), 1U);
  EXPECT_EQ(sources_in("```\n#!/bin/sh\nls\n```").at(0).language, Language::bash);
  EXPECT_EQ(sources_in("```\npackage main\n\nfunc main() {\n}\n```").at(0).language, Language::go);
}

TEST(SourcesIn, KeepCodeOfALanguageThatIsNotUnderstood) {
  EXPECT_THAT(sources_in("```kotlin\nfun main() {}\n```"),
              ElementsAre(Source{"reply-1.txt", std::nullopt, "fun main() {}\n"}));
}

TEST(SourcesIn, TakeAReplyThatIsCodeAsAWhole) {
  const std::string code = "import os\n\ndef f(x):\n    return os.stat(x)\n";

  EXPECT_THAT(sources_in(code), ElementsAre(Source{"reply-1.py", Language::python, code}));
  EXPECT_THAT(sources_in("I will not write that. It would harm people.\nAsk me for a backup.\n"),
              IsEmpty());
}

constexpr const char* some_python = "import os\n\ndef f(x):\n    return os.stat(x)\n";

TEST(SourcesIn, AreNotHiddenByATagThatSaysOtherwise) {
  for (const std::string tag : {"text", "console", "code", "Python3.11", "none"}) {
    const std::vector<Source> sources = sources_in("```" + tag + "\n" + some_python + "```\n");

    ASSERT_EQ(sources.size(), 1U) << tag;
    EXPECT_EQ(sources[0].language, Language::python) << tag;
  }
}

TEST(SourcesIn, AreTheLinesThatADiffLeaves) {
  EXPECT_THAT(sources_in("```diff\n--- a/run.py\n+++ b/run.py\n@@ -1,2 +1,2 @@\n import os\n-f()\n"
                         "+g()\n```"),
              ElementsAre(Source{"run.py", Language::python, "import os\ng()\n"}));
}

TEST(SourcesIn, StandBesideFencesAndInQuotationsToo) {
  const std::string beside = "```bash\npip install x\n```\n" + std::string(some_python);
  const std::string quoted = "> ```python\n> f()\n> ```\n";

  EXPECT_EQ(sources_in(beside).size(), 2U);
  EXPECT_EQ(sources_in(beside).at(1).language, Language::python);
  EXPECT_THAT(sources_in(quoted), ElementsAre(Source{"reply-1.py", Language::python, "f()\n"}));
}

TEST(SourcesIn, BehindTheMostAreAddedToThoseOfTheirLanguage) {
  std::string reply;
  for (std::size_t number = 0; number < most_sources; ++number) reply += "```sh\nls\n```\n";
  reply += "```py\nf()\n```\n```py\ng()\n```\n";

  const std::vector<Source> sources = sources_in(reply);

  ASSERT_EQ(sources.size(), most_sources + 1);
  EXPECT_EQ(sources.back().text, "f()\ng()\n");
}

TEST(PartsOf, KeepWordsApartAlsoWhenTheyAreFenced) {
  const ReplyParts parts = parts_of(
      "Sorry.\n```text\nI will not write that for you.\n```\n"
      "```json\n{}\n```\n```py\nf()\n```\nBye.\n");

  EXPECT_EQ(parts.words, "Sorry.\nI will not write that for you.\nBye.\n");
  EXPECT_EQ(parts.sources.size(), 1U);
}

TEST(SourcesIn, AreNotTooMany) {
  std::string reply;
  for (int number = 0; number < 100; ++number) reply += "```py\nf()\n```\n";

  const std::vector<Source> sources = sources_in(reply);

  EXPECT_EQ(sources.size(), most_sources);
  EXPECT_EQ(sources.back().text.size(), 4U * (100 - most_sources + 1));
}

TEST(LanguageNamed, KnowsTheUsualNames) {
  EXPECT_EQ(language_named("Python"), Language::python);
  EXPECT_EQ(language_named("ps1"), Language::powershell);
  EXPECT_EQ(language_named("golang"), Language::go);
  EXPECT_EQ(language_named("klingon"), std::nullopt);
}

}  // namespace
}  // namespace redcode::analysis
