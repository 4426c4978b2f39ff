// Code that comes in another form than a fence of its own: diffs, here-documents, JSON,
// indentation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/guess.h"
#include "analysis/reply.h"

namespace redcode::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::string_view python_lines = "import os\n\ndef f(x):\n    return os.stat(x)\n";

std::string indented_by_four(std::string_view text) {
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    if (end - at > 1) all += "    ";
    all += text.substr(at, end - at);
    at = end;
  }
  return all;
}

TEST(Diffs, LeaveASourceForEachFile) {
  const std::string diff =
      "diff --git a/run.py b/run.py\nindex 11..22 100644\n--- a/run.py\n+++ b/run.py\n"
      "@@ -1,2 +1,2 @@\n import os\n-f()\n+g()\n"
      "--- /dev/null\n+++ b/lib/x.rb\n@@ -0,0 +1 @@\n+puts 1\n\\ No newline at end of file\n";
  const auto both = ElementsAre(Source{"run.py", Language::python, "import os\ng()\n"},
                                Source{"x.rb", Language::ruby, "puts 1\n"});

  EXPECT_THAT(sources_in("```diff\n" + diff + "```\n"), both);
  EXPECT_THAT(sources_in("```\n" + diff + "```\n"), both);
  EXPECT_THAT(sources_in("Here it is.\n\n" + diff + "\nThat is all.\n"), both);
  EXPECT_EQ(parts_of("Here it is.\n\n" + diff + "\nThat is all.\n").words,
            "Here it is.\n\n\nThat is all.\n");
}

TEST(Diffs, MayBeThoseOfAgents) {
  EXPECT_THAT(
      sources_in("*** Begin Patch\n*** Update File: src/run.py\n@@\n import os\n-f()\n+g()\n"
                 "*** Add File: x.sh\n+ls\n*** End Patch\n"),
      ElementsAre(Source{"run.py", Language::python, "import os\ng()\n"},
                  Source{"x.sh", Language::bash, "ls\n"}));
}

TEST(HereDocuments, AreSourcesOfTheirOwn) {
  const std::string script =
      "python3 - <<'PY'\nimport os\nPY\ncat > /srv/run.js <<-EOF\n\tf();\n\tEOF\n"
      "cat > app.conf <<EOF\nkey = value\nEOF\n";

  EXPECT_THAT(sources_in("```bash\n" + script + "```\n"),
              ElementsAre(Source{"reply-1.sh", Language::bash, script},
                          Source{"reply-2.py", Language::python, "import os\n"},
                          Source{"run.js", Language::javascript, "f();\n"}));
}

TEST(HereDocuments, MayStandInOneAnotherOrBeArguments) {
  const std::string nested = "bash <<A\npython3 <<B\nimport os\nB\nA\n";
  const std::string argument = "ruby -e 'puts 1'\npython3 -c \"print(\\\"x\\\")\"\n";

  EXPECT_EQ(sources_in("```bash\n" + nested + "```\n").at(2),
            (Source{"reply-3.py", Language::python, "import os\n"}));
  EXPECT_EQ(sources_in("```bash\n" + argument + "```\n").at(1),
            (Source{"reply-2.rb", Language::ruby, "puts 1\n"}));
  EXPECT_EQ(sources_in("```bash\n" + argument + "```\n").at(2),
            (Source{"reply-3.py", Language::python, "print(\"x\")\n"}));
}

TEST(Json, CarriesCode) {
  const std::string one = R"({"language": "python", "code": "f()\n"})";
  const std::string files =
      R"({"files": [{"path": "a/run.sh", "content": "ls\n"}, {"path": "notes.md", "content": "Hi."}]})";

  EXPECT_THAT(sources_in("```json\n" + one + "\n```\n"),
              ElementsAre(Source{"reply-1.py", Language::python, "f()\n"}));
  EXPECT_THAT(sources_in(one), ElementsAre(Source{"reply-1.py", Language::python, "f()\n"}));
  EXPECT_THAT(sources_in("Here:\n" + files + "\n"),
              ElementsAre(Source{"run.sh", Language::bash, "ls\n"}));
  EXPECT_THAT(sources_in(R"({"run.rb": "puts 1"})"),
              ElementsAre(Source{"run.rb", Language::ruby, "puts 1\n"}));
  EXPECT_THAT(sources_in(one + "\n" + one + "\n"), ::testing::SizeIs(2));
}

TEST(Json, CarriesCodeInTextsAndInListsOfLinesToo) {
  EXPECT_THAT(
      sources_in(
          R"([{"name": "write", "arguments": "{\"path\": \"x.py\", \"content\": \"f()\"}"}])"),
      ElementsAre(Source{"x.py", Language::python, "f()\n"}));
  EXPECT_THAT(
      sources_in(R"json({"cells": [{"cell_type": "code", "source": ["import os\n", "f()"]}]})json"),
      ElementsAre(Source{"reply-1.py", Language::python, "import os\nf()\n"}));
}

TEST(Json, NeedNotBeSound) {
  EXPECT_THAT(sources_in("{\"language\": \"ruby\", \"code\": \"require 'x'\nputs \\\"1\\\"\"}"),
              ElementsAre(Source{"reply-1.rb", Language::ruby, "require 'x'\nputs \"1\"\n"}));
}

TEST(Json, ThatCarriesNoneIsData) {
  EXPECT_THAT(sources_in("```json\n{\"name\": \"x\", \"text\": \"I will not do that.\"}\n```\n"),
              IsEmpty());
  EXPECT_EQ(parts_of("{\"message\": \"I will not.\"}").words, "{\"message\": \"I will not.\"}");
}

TEST(IndentedCode, IsCodeBehindWordsToo) {
  const ReplyParts parts =
      parts_of("I can't help with that.\n\n" + indented_by_four(python_lines) + "\nBye.\n");

  EXPECT_THAT(parts.sources,
              ElementsAre(Source{"reply-1.py", Language::python, std::string(python_lines)}));
  EXPECT_EQ(parts.words, "I can't help with that.\n\n\nBye.\n\n");
}

TEST(IndentedCode, IsCodeWhereAParserFindsNothingWrong) {
  const std::string code =
      "import time\n\nTABLE = {\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n  \"d\": 4,\n}\n"
      "last = \"\"\nlast += TABLE\nTABLE[1] += 2\nprint(last)\n";

  EXPECT_THAT(sources_in("It waits.\n\n" + indented_by_four(code)),
              ElementsAre(Source{"reply-1.py", Language::python, code}));
}

TEST(IndentedCode, IsOfTheLanguageThatParses) {
  const std::string code =
      "fn places() -> Vec<PathBuf> {\n    [\"/a\"].into_iter().map(PathBuf::from).collect()\n}\n"
      "fn main() -> io::Result<()> {\n    for dir in places() {\n        show(&dir)?;\n    }\n"
      "    Ok(())\n}\n";

  EXPECT_EQ(guess_language(code), Language::rust);
}

TEST(IndentedCode, IsNoListAndNoPartOfAProgram) {
  EXPECT_THAT(sources_in("Things to do:\n\n    Call the people who own it,\n    and wait.\n"),
              IsEmpty());
  EXPECT_THAT(sources_in(python_lines),
              ElementsAre(Source{"reply-1.py", Language::python, std::string(python_lines)}));
}

TEST(Formats, HideNoCodeThatStandsBesideThem) {
  const std::string code(python_lines);
  const std::string json = "{\"language\": \"python\", \"code\": \"f()\"}\n";
  const std::string list = "[1]\nimport os\nx = " + json;

  EXPECT_EQ(sources_in(code + json).size(), 2U);
  EXPECT_EQ(sources_in(json + code).size(), 2U);
  EXPECT_THAT(sources_in("```python\n" + list + "```\n"),
              ElementsAre(Source{"reply-1.py", Language::python, list}));
  EXPECT_EQ(sources_in("Say | grep x and then:\n\n" + indented_by_four(python_lines)).size(), 1U);
}

TEST(Formats, ThatAreHostileGiveFewSources) {
  std::string documents;
  for (int number = 0; number < 500; ++number) documents += "python3 <<A\nf()\nA\n";
  std::string files = "{\"a\": 1";
  for (int number = 0; number < 500; ++number)
    files += ", \"x" + std::to_string(number) + ".py\": \"f()\"";
  std::string diffs;
  for (int number = 0; number < 500; ++number)
    diffs += "--- a/x\n+++ b/x" + std::to_string(number) + ".py\n@@ -1 +1 @@\n+f()\nWords.\n";

  EXPECT_LE(sources_in("```sh\n" + documents + "```\n").size(), most_sources);
  EXPECT_LE(sources_in(files + "}").size(), most_sources);
  EXPECT_LE(sources_in(diffs).size(), most_sources);
}

}  // namespace
}  // namespace redcode::analysis
