#include "sandbox/attest/answers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace redcode::attest {
namespace {

Answers answers_in(std::string_view output) { return read_answers(output).answers; }

TEST(Answers, AreReadLineByLine) {
  const Answers answers = answers_in(
      "{\"name\": \"a\", \"found\": \"1\"}\n"
      "{\"name\": \"b\", \"found\": \"\"}\n"
      "{\"name\": \"c\", \"found\": \"last\"}");

  EXPECT_EQ(answers, (Answers{{"a", "1"}, {"b", ""}, {"c", "last"}}));
}

TEST(Answers, LeaveOutWhatIsNone) {
  const std::string output =
      "Traceback (most recent call last):\n"
      "{\"name\": \"cut\", \"fou\n"
      "{\"name\": \"number\", \"found\": 1}\n"
      "{\"name\": [\"list\"], \"found\": \"x\"}\n"
      "{\"name\": \"deep\", \"found\": {\"a\": {\"b\": {}}}}\n"
      "{\"name\": \"more\", \"found\": \"x\", \"passed\": true}\n"
      "{\"found\": \"x\"}\n"
      "[]\n\n\x1b[31m\xff\xfe\n"
      "{\"name\": \"good\", \"found\": \"x\"}\n";

  EXPECT_EQ(answers_in(output), (Answers{{"good", "x"}}));
}

TEST(Answers, LeaveOutALineThatIsTooLong) {
  const std::string longest(5000, 'x');

  EXPECT_EQ(answers_in(fmt::format("{{\"name\": \"a\", \"found\": \"{}\"}}\n"
                                   "{{\"name\": \"b\", \"found\": \"short\"}}\n",
                                   longest)),
            (Answers{{"b", "short"}}));
}

TEST(Answers, GivenTwiceAreNone) {
  EXPECT_EQ(answers_in("{\"name\": \"a\", \"found\": \"bad\"}\n"
                       "{\"name\": \"b\", \"found\": \"x\"}\n"
                       "{\"name\": \"a\", \"found\": \"good\"}\n"),
            (Answers{{"b", "x"}}));
}

TEST(Answers, AreBoundedInNumber) {
  std::string flood;
  for (int i = 0; i < 5000; ++i) flood += fmt::format("{{\"name\": \"{}\", \"found\": \"\"}}\n", i);

  EXPECT_EQ(answers_in(flood).size(), 1000U);
}

TEST(Answers, AreNoneInEmptyOutput) { EXPECT_EQ(answers_in(""), Answers{}); }

}  // namespace
}  // namespace redcode::attest
