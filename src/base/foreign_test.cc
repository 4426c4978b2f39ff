#include "base/foreign.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <concepts>
#include <ostream>

namespace redcode {
namespace {

using testing::HasSubstr;
using testing::Not;

template <class T>
concept Streams = requires(std::ostream& to, const T& words) { to << words; };

static_assert(!std::convertible_to<Foreign, std::string>);
static_assert(!std::convertible_to<Foreign, std::string_view>);
static_assert(!std::convertible_to<std::string, Foreign>);
static_assert(!Streams<Foreign>);
static_assert(!fmt::is_formattable<Foreign>::value);

const Foreign hostile(
    std::string("\x1b]0;own\x07<script>alert('1')</script>\xe2\x80\xae|*[a](http://b)\n") + '\0');

TEST(Foreign, LosesTerminalEscapesOnTheWayToATerminal) {
  EXPECT_THAT(hostile.terminal(), Not(HasSubstr("\x1b")));
  EXPECT_THAT(hostile.terminal(), Not(HasSubstr("\xe2\x80\xae")));
  EXPECT_THAT(hostile.one_line(500), Not(HasSubstr("\n")));
}

TEST(Foreign, IsOnlyTextInAPage) {
  for (const std::string& safe : {hostile.html(), hostile.xml()}) {
    EXPECT_THAT(safe, HasSubstr("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"));
    EXPECT_THAT(safe, Not(HasSubstr("\x1b")));
    EXPECT_THAT(safe, Not(HasSubstr("\xe2\x80\xae")));
    EXPECT_EQ(safe.find('\0'), std::string::npos);
  }
}

TEST(Foreign, IsOneLineWithoutMarkupInMarkdown) {
  EXPECT_THAT(hostile.markdown(), HasSubstr("\\|\\*\\[a\\]\\(http\\://b\\)"));
  EXPECT_THAT(hostile.markdown(), HasSubstr("\\<script\\>"));
  EXPECT_THAT(hostile.markdown(), Not(HasSubstr("\n")));
}

TEST(Foreign, IsValidUtf8InJson) { EXPECT_EQ(Foreign("a\xff").json(), "a\xef\xbf\xbd"); }

TEST(Foreign, IsNotCutWithinACharacter) {
  EXPECT_EQ(Foreign("a\xc3\xa4").cut(2), Foreign("a"));
  EXPECT_EQ(Foreign("a\xc3\xa4").cut(3), Foreign("a\xc3\xa4"));
  EXPECT_EQ(Foreign("\xc3\xa4").cut(1), Foreign(""));
}

}  // namespace
}  // namespace redcode
