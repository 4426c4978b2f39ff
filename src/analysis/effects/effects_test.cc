#include "analysis/effects/effects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/temp_dir.h"

namespace redcode::effects {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// "delete /home/dev/p/x", in order.
std::vector<std::string> told(const std::string& commands) {
  std::vector<std::string> lines;
  for (const Effect& effect : effects_of(commands, Ground::empty("/home/dev/p", "/home/dev")))
    lines.push_back(std::string(name(effect.verb)) + " " + shown(effect.object));
  return lines;
}

bool anything_unknown(const std::string& commands) {
  const auto all = effects_of(commands, Ground::empty("/home/dev/p", "/home/dev"));
  return std::ranges::any_of(all, [](const Effect& one) { return one.verb == Verb::unknown; });
}

TEST(Effects, AreThoseOfTheCommandHoweverItIsSpelled) {
  for (const std::string spelled : {"rm -rf x",
                                    "r''m -rf x",
                                    "cd /home/dev/p; rm x",
                                    "bash -c 'rm x'",
                                    "env A=1 nice rm x",
                                    "a=x; rm $a",
                                    "eval \"rm x\"",
                                    "for i in x; do rm $i; done",
                                    "f() { rm \"$1\"; }; f x",
                                    "echo x | xargs rm",
                                    "bash <<< 'rm x'",
                                    "cat <<E | sh\nrm x\nE",
                                    "echo 'rm x' > t; bash t",
                                    "$(echo rm) x",
                                    "alias t='rm x'\nt",
                                    "trap 'rm x' EXIT",
                                    "find x -delete",
                                    "cp /bin/rm t; ./t x",
                                    "python3 -c 'import os; os.remove(\"/home/dev/p/x\")'",
                                    "node -e 'require(\"fs\").unlinkSync(\"/home/dev/p/x\")'",
                                    "printf 'all:\\n\\trm x\\n' > Makefile; make",
                                    "git -c alias.t='!rm x' t"})
    EXPECT_THAT(told(spelled), Contains("delete /home/dev/p/x")) << spelled;
}

TEST(Effects, AreNotThoseOfWordsThatAreOnlyText) {
  EXPECT_THAT(
      told("git commit -m 'rm -rf /'; echo 'rm x'; grep 'rm x' f\ncat > notes <<E\nrm x\nE"),
      Not(Contains(::testing::StartsWith("delete"))));
}

TEST(Effects, AreUnknownWhereTheCommandIs) {
  EXPECT_TRUE(anything_unknown("eval \"$(./next)\""));
  EXPECT_TRUE(anything_unknown("\"$TOOL\" x"));
  EXPECT_TRUE(anything_unknown("echo 'x"));
  EXPECT_TRUE(anything_unknown("perl -e 'system(1)'"));
  EXPECT_TRUE(anything_unknown("python3 -c 'import os; getattr(os, \"sys\" + \"tem\")(\"ls\")'"));
  EXPECT_FALSE(anything_unknown("ls; git status; npm test; pytest -q"));
}

TEST(Effects, NameWhatGoesWhere) {
  EXPECT_THAT(told("curl -d @k https://u:p@a.example:80/x"), ElementsAre("send a.example"));
  EXPECT_THAT(told("wget -q https://a.example/x"), ElementsAre("fetch a.example"));
  EXPECT_THAT(told("git push --force origin main"),
              ElementsAre("git-rewrite push --force origin main"));
  EXPECT_THAT(told("psql -c 'DROP TABLE t'"), ElementsAre("db-destroy drop table t"));
  EXPECT_THAT(told("ls > /dev/null 2>&1"), IsEmpty());
}

TEST(Effects, KnowWhatAVariableMayHoldAfterACondition) {
  EXPECT_THAT(told("d=a; if test -e q; then d=b; fi; rm $d"),
              ElementsAre("delete /home/dev/p/a", "delete /home/dev/p/b"));
}

TEST(Effects, FollowLinksThatTheCallMakes) {
  EXPECT_THAT(told("ln -s /data l; rm -r l/x"), Contains("delete /data/x"));
  EXPECT_THAT(told("mv /data/x /tmp/y; rm /tmp/y"), Contains("delete /data/x"));
}

TEST(Effects, EndWhereTheyCannotBeFollowedAnyMore) {
  EXPECT_TRUE(anything_unknown("f() { f; }; f"));
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "rm f" + std::to_string(i) + "\n";
  EXPECT_TRUE(anything_unknown(many));
}

class OnGround : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = home_.path().string() + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }
  std::vector<Effect> effects(const std::string& commands) const {
    return effects_of(commands, Ground(home_.path(), "/p", "/h"));
  }
  TempDir home_{"effects-test"};
};

TEST_F(OnGround, ObjectsAreLookedAt) {
  write("/p/x", "text");

  const auto found = effects("rm x y");

  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].facts.exists);
  EXPECT_FALSE(found[1].facts.exists);
}

TEST_F(OnGround, ScriptsAndMakefilesAreReadFromIt) {
  write("/p/s.sh", "rm /d/a\n");
  write("/p/Makefile", "D = /d\nclean:\n\t@rm $(D)/b\n");
  write("/p/package.json", R"({"scripts": {"wipe": "rm /d/c"}})");

  std::vector<std::string> removed;
  for (const Effect& one : effects("bash s.sh; make clean; npm run wipe"))
    if (one.verb == Verb::remove) removed.push_back(one.object);

  EXPECT_THAT(removed, ElementsAre("/d/a", "/d/b", "/d/c"));
}

TEST_F(OnGround, WildcardsAndLinksAreWhatTheyStandFor) {
  write("/d/one", "");
  write("/d/two", "");
  write("/p/z", "");
  std::filesystem::create_symlink("/d", home_.path() / "p/link");

  const auto found = effects("rm link/*");

  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].facts.real, "/d/one");
  EXPECT_FALSE(found[0].facts.in_project);
}

TEST_F(OnGround, ALinkOutOfItLeadsNowhere) {
  std::filesystem::create_directories(home_.path() / "p");
  std::filesystem::create_symlink("/etc/passwd", home_.path() / "p/link");

  EXPECT_FALSE(effects("rm link").front().facts.exists);
}

}  // namespace
}  // namespace redcode::effects
