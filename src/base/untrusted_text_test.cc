#include "base/untrusted_text.h"

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

static_assert(!std::convertible_to<UntrustedText, std::string>);
static_assert(!std::convertible_to<UntrustedText, std::string_view>);
static_assert(!std::convertible_to<std::string, UntrustedText>);
static_assert(!Streams<UntrustedText>);
static_assert(!fmt::is_formattable<UntrustedText>::value);

const UntrustedText hostile(
    std::string("\x1b]0;own\x07<script>alert('1')</script>\xe2\x80\xae|*[a](http://b)\n") + '\0');

TEST(UntrustedText, LosesTerminalEscapesOnTheWayToATerminal) {
  EXPECT_THAT(hostile.terminal(), Not(HasSubstr("\x1b")));
  EXPECT_THAT(hostile.terminal(), Not(HasSubstr("\xe2\x80\xae")));
  EXPECT_THAT(hostile.one_line(500), Not(HasSubstr("\n")));
}

TEST(UntrustedText, IsOnlyTextInAPage) {
  for (const std::string& safe : {hostile.html(), hostile.xml()}) {
    EXPECT_THAT(safe, HasSubstr("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"));
    EXPECT_THAT(safe, Not(HasSubstr("\x1b")));
    EXPECT_THAT(safe, Not(HasSubstr("\xe2\x80\xae")));
    EXPECT_EQ(safe.find('\0'), std::string::npos);
  }
}

TEST(UntrustedText, IsOneLineWithoutMarkupInMarkdown) {
  EXPECT_THAT(hostile.markdown(), HasSubstr("\\|\\*\\[a\\]\\(http\\://b\\)"));
  EXPECT_THAT(hostile.markdown(), HasSubstr("\\<script\\>"));
  EXPECT_THAT(hostile.markdown(), Not(HasSubstr("\n")));
}

TEST(UntrustedText, IsValidUtf8InJson) {
  EXPECT_EQ(UntrustedText("a\xff").json(), "a\xef\xbf\xbd");
}

TEST(UntrustedText, IsNotCutWithinACharacter) {
  EXPECT_EQ(UntrustedText("a\xc3\xa4").cut(2), UntrustedText("a"));
  EXPECT_EQ(UntrustedText("a\xc3\xa4").cut(3), UntrustedText("a\xc3\xa4"));
  EXPECT_EQ(UntrustedText("\xc3\xa4").cut(1), UntrustedText(""));
}

}  // namespace
}  // namespace redcode
