#include "analysis/shell/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/shell/fields.h"
#include "analysis/shell/visit.h"

namespace redcode::shell {
namespace {

using ::testing::ElementsAre;

using Fields = std::vector<std::string>;

// The arguments of every command that is static; "?" for one that is not.
std::vector<Fields> commands(std::string_view text) {
  std::vector<Fields> found;
  const auto read = read_script(text);
  if (!read) return {{"error", read.error().code}};
  for_each_command(*read, [&found](const Command& command) {
    if (const auto* simple = std::get_if<Simple>(&command.what))
      found.push_back(static_fields(simple->words).value_or(Fields{"?"}));
  });
  return found;
}

std::string complaint(std::string_view text) {
  const auto read = read_script(text);
  return read ? "" : read.error().code;
}

TEST(Reader, TakesQuotesAndBackslashesAway) {
  EXPECT_THAT(commands(R"(r''m "-r"f $'\x2fa' a\ b "x\"y" 'it'\''s')"),
              ElementsAre(Fields{"rm", "-rf", "/a", "a b", "x\"y", "it's"}));
}

TEST(Reader, JoinsContinuedLinesAndLeavesCommentsOut) {
  EXPECT_THAT(commands("r\\\nm -r\\\nf x # y\n# z\nls"),
              ElementsAre(Fields{"rm", "-rf", "x"}, Fields{"ls"}));
}

TEST(Reader, ExpandsBracesAsBashDoes) {
  EXPECT_THAT(commands("echo a{b,c{d,e}}f {1..3} {03..1} {a} {a,} '{x,y}' {a,b"),
              ElementsAre(Fields{"echo", "abf", "acdf", "acef", "1", "2", "3", "03", "02", "01",
                                 "{a}", "a", "{x,y}", "{a,b"}));
}

TEST(Reader, SeesACommandAfterAPipelineThatHasAHereDocument) {
  EXPECT_THAT(commands("true | true | cat\nrm -rf X <<EOF\nEOF\n"),
              ElementsAre(Fields{"true"}, Fields{"true"}, Fields{"cat"}, Fields{"rm", "-rf", "X"}));
}

TEST(Reader, KeepsTheTextOfAHereDocument) {
  const auto read = read_script("cat <<-'E' >f\n\t$x\n\tE\nls");

  ASSERT_TRUE(read);
  const Command& command = read->statements.front().pipelines.front().commands.front();
  EXPECT_EQ(static_text(*command.redirects.front().document), "$x\n");
  EXPECT_EQ(read->statements.size(), 2U);
}

TEST(Reader, ReadsWhatIsRunInsideOfWords) {
  EXPECT_THAT(commands("echo \"$(a `b`)\" ${x:-$(c)} $(( $(d) + 1 )) <(e)\ncat <<E\n$(f)\nE\n"),
              ElementsAre(Fields{"?"}, Fields{"?"}, Fields{"b"}, Fields{"c"}, Fields{"d"},
                          Fields{"e"}, Fields{"cat"}, Fields{"f"}));
}

TEST(Reader, ReadsEveryCompoundCommand) {
  EXPECT_THAT(
      commands(
          "if a; then b; elif c; then d; else e; fi; while f; do g; done; for i in x; do h; done\n"
          "case x in (y|z) i;; *) j; esac; (k); { l; }; f() { m; }; coproc n; (( 1 )) && o; [[ a "
          "== b ]] || p"),
      ElementsAre(Fields{"a"}, Fields{"b"}, Fields{"c"}, Fields{"d"}, Fields{"e"}, Fields{"f"},
                  Fields{"g"}, Fields{"h"}, Fields{"i"}, Fields{"j"}, Fields{"k"}, Fields{"l"},
                  Fields{"m"}, Fields{"n"}, Fields{"o"}, Fields{"p"}));
}

TEST(Reader, RefusesWhatItCannotRead) {
  EXPECT_EQ(complaint("echo 'x"), "shell-syntax");
  EXPECT_EQ(complaint("cat <<E\nx\n"), "shell-syntax");
  EXPECT_EQ(complaint("if a; then b"), "shell-syntax");
  EXPECT_EQ(complaint("echo )"), "shell-syntax");
  EXPECT_EQ(complaint("rm @(a|b)"), "shell-syntax");
  EXPECT_EQ(complaint(std::string_view("a\0b", 3)), "shell-syntax");
}

TEST(Reader, TakesExtendedPatternsOnceTheyAreSwitchedOn) {
  EXPECT_EQ(complaint("shopt -s extglob\nrm @(a|b)"), "");
}

TEST(Reader, RefusesWhatBashItselfMisreads) {
  // Bash 5.2 runs `a b`, and forgets the semicolon.
  EXPECT_EQ(complaint("echo $(cat <<E | x && a ; b\nE\n)"), "shell-syntax");
}

TEST(Reader, IsBounded) {
  EXPECT_EQ(complaint(std::string(most_script_bytes + 1, ' ')), "shell-too-big");
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "$(";
  EXPECT_EQ(complaint(deep), "shell-too-deep");
  std::string wide = "echo ";
  for (int i = 0; i < 12; ++i) wide += "{a,b,c,d}";
  EXPECT_EQ(complaint(wide), "shell-too-much");
  std::string arithmetic;
  for (int i = 0; i < 5000; ++i) arithmetic += "((";
  EXPECT_NE(complaint(arithmetic), "");
}

}  // namespace
}  // namespace redcode::shell
