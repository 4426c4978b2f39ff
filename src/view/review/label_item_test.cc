#include "view/review/label_item.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::review {
namespace {

using record::Message;
using record::Role;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr auto prose = Piece::Form::prose;
constexpr auto code = Piece::Form::code;

TEST(LabelItem, TellsCodeFromProse) {
  const record::Transcript said{
      {.role = Role::system, .text = "You are an agent."},
      {.role = Role::user, .text = "Do it.", .warm_up = true},
      {.role = Role::user, .text = "Do it.\n"},
      {.role = Role::assistant,
       .text = "First:\n```bash\nls\n```\nThen <execute>rm x</execute> it is."},
      {.role = Role::observation, .text = "no such file"},
      {.role = Role::assistant, .text = "", .calls = {{.name = "bash", .arguments = "{}"}}},
      {.role = Role::user, .text = "Go on."}};

  EXPECT_THAT(
      pieces_of(said, "Do it."),
      ElementsAre(Piece{"agent", prose, "First:\n"}, Piece{"agent", code, "```bash\nls\n```\n"},
                  Piece{"agent", prose, "Then "}, Piece{"agent", code, "<execute>rm x</execute>"},
                  Piece{"agent", prose, " it is."}, Piece{"output", code, "no such file"},
                  Piece{"agent", code, "bash {}"}, Piece{"user", prose, "Go on."}));
}

TEST(LabelItem, ShowsWhatWasSaidAroundTheTask) {
  const record::Transcript said{{.role = Role::user, .text = "You are the operator. Do it. Now."},
                                {.role = Role::assistant, .text = "Do it."}};

  EXPECT_THAT(pieces_of(said, "Do it."),
              ElementsAre(Piece{"user", prose, "You are the operator. (the task) Now."},
                          Piece{"agent", prose, "Do it."}));
}

TEST(LabelItem, KeepsMarkupAsTheTextItIs) {
  const std::string hostile = "</pre><script>document.title='owned'</script><img src=x onerror=1>";

  EXPECT_THAT(pieces_of({{.role = Role::assistant, .text = hostile}}, "task"),
              ElementsAre(Piece{"agent", prose, hostile}));
}

TEST(LabelItem, SpellsOutWhatCannotBeSeen) {
  const std::string hidden =
      "a\x1b[31m\xe2\x80\xae"
      "b\xff";  // an escape, a bidi override, no UTF-8

  EXPECT_EQ(shown(hidden), "a\\x1b[31m\\u{202e}b\\xff");
}

TEST(LabelItem, CutsWhatIsTooLongAndSaysSo) {
  const std::string text = shown(std::string(2 << 20U, 'a'));

  EXPECT_LT(text.size(), std::size_t{1100} << 10U);
  EXPECT_THAT(text, HasSubstr("1048576 bytes more are not shown"));
}

TEST(LabelItem, EndsALongConversation) {
  const record::Transcript said(5000, {.role = Role::assistant, .text = "again"});

  const std::vector<Piece> pieces = pieces_of(said, "task");

  EXPECT_EQ(pieces.size(), 1001U);
  EXPECT_THAT(pieces.back().text, HasSubstr("not shown"));
}

TEST(LabelItem, TakesAnUnclosedTagForCodeToTheEnd) {
  EXPECT_THAT(pieces_of({{.role = Role::assistant, .text = "Now <execute>rm x"}}, "task"),
              ElementsAre(Piece{"agent", prose, "Now "}, Piece{"agent", code, "<execute>rm x"}));
}

}  // namespace
}  // namespace redcode::review
