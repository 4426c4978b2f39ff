#include "corpus/tokens.h"

#include <gmock/gmock.h>

namespace redcode::corpus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

TEST(Words, AreWhatIsWrittenWithoutCommentLines) {
  const auto words = words_of("# tidy\nrm -r \"$HOME/a\"  # really\n", Language::bash);

  EXPECT_THAT(words, ElementsAre("rm", "-", "r", "\"", "$", "HOME", "/", "a", "\"", "#", "really"));
}

TEST(Words, KeepLettersOfOtherAlphabetsTogether) {
  EXPECT_THAT(words_of("größe = 1", Language::python), ElementsAre("größe", "=", "1"));
}

TEST(Shape, MasksNamesNumbersAndStringsButNotKeywords) {
  const auto shape = shape_of("for x in names:\n    f(x, 12, 'it\\'s')", Language::python);

  EXPECT_THAT(shape,
              ElementsAre("for", "n", "in", "n", ":", "n", "(", "n", ",", "0", ",", "s", ")"));
}

TEST(Shape, IsTheSameForTheSameProgramWithOtherParticulars) {
  EXPECT_EQ(shape_of("import os\nos.remove('/a')", Language::python),
            shape_of("import sys  # why\nsys.exit(\"b\")", Language::python));
  EXPECT_NE(shape_of("import os\nos.remove('/a')", Language::python),
            shape_of("import os\nos.remove('/a', 1)", Language::python));
}

TEST(Shape, TakesATripleQuotedTextForOneString) {
  EXPECT_THAT(shape_of("x = \"\"\"a\n'b \"c\"\n\"\"\"", Language::python),
              ElementsAre("n", "=", "s"));
}

TEST(Shape, KnowsWhatABackslashMeansInEachQuote) {
  EXPECT_THAT(shape_of(R"(a '\' b)", Language::bash), ElementsAre("n", "s", "n"));
  EXPECT_THAT(shape_of(R"(a "\" b")", Language::bash), ElementsAre("n", "s"));
}

TEST(Shape, DoesNotTakeTheNumberOfArgumentsForAComment) {
  EXPECT_THAT(shape_of("test $# -eq 2 # args", Language::bash),
              ElementsAre("n", "$", "#", "-", "n", "0"));
}

TEST(Shape, KnowsJavascript) {
  const auto shape = shape_of("// go\nconst a = `x\n${b}`; // end\na.b();", Language::javascript);

  EXPECT_THAT(shape, ElementsAre("const", "n", "=", "s", ";", "n", ".", "n", "(", ")", ";"));
}

TEST(Shape, CutsAnythingEvenWhatIsBroken) {
  EXPECT_THAT(shape_of("", Language::bash), IsEmpty());
  EXPECT_THAT(shape_of("\"open", Language::python), ElementsAre("\"", "n"));
  EXPECT_THAT(shape_of("\"\"\"", Language::python), ElementsAre("s", "\""));
  EXPECT_THAT(shape_of("'\\", Language::python), ElementsAre("'", "\\"));
  EXPECT_THAT(shape_of(std::string("\0\xff\x80 #", 5), Language::bash), Not(IsEmpty()));
}

}  // namespace
}  // namespace redcode::corpus
