#include "evidence/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <fstream>

#include "base/digest.h"
#include "base/temp_dir.h"

namespace redcode::evidence {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

// An overlay made by hand: an upper directory, two image layers and one tmpfs.
class Files : public testing::Test {
 protected:
  Files() {
    for (const char* name : {"upper", "top", "bottom", "tmp"}) fs::create_directory(at(name));
    window.upper = at("upper");
    window.lowers = {at("top"), at("bottom")};
    window.tmpfs.push_back(
        {.path = "/tmp", .directory = Fd(open(at("tmp").c_str(), O_PATH | O_DIRECTORY))});
  }

  fs::path at(const fs::path& name) const { return dir.path() / name; }

  void whiteout(const fs::path& name) const {
    fs::create_directories(at(name).parent_path());
    ASSERT_EQ(mknod(at(name).c_str(), S_IFCHR, makedev(0, 0)), 0);
  }
  void make_opaque(const fs::path& name) const {
    fs::create_directories(at(name));
    ASSERT_EQ(setxattr(at(name).c_str(), "trusted.overlay.opaque", "y", 1, 0), 0);
  }

  // "+path" created, "-path" deleted, "~path" changed, "!name path encoding" a canary.
  std::vector<std::string> changes() {
    std::vector<std::string> lines;
    last = watch.differences();
    for (const record::Fact& fact : last.facts) {
      if (const auto* file = std::get_if<record::FileChanged>(&fact)) {
        const char sign = file->before ? (file->after ? '~' : '-') : '+';
        lines.push_back(sign + file->path);
      } else if (const auto* canary = std::get_if<record::CanarySeen>(&fact)) {
        lines.push_back("!" + canary->canary + " " + canary->where + " " + canary->encoding);
      }
    }
    return lines;
  }

  TempDir dir{"files-test"};
  record::World world{.files = {{.path = "/home/dev/key", .content = "{{canary:key}}"}}};
  Canaries canaries{world};
  std::string token = canaries.planted(world).files[0].content;
  sandbox::Window window;
  FileWatch watch{window, canaries};
  FileDifferences last;
};

// The same, where the test needs to make device nodes and trusted attributes.
class FilesAsRoot : public Files {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to make whiteouts";
  }
};

using Lines = std::vector<std::string>;

TEST_F(Files, ReportsNothingWhenNothingHappened) {
  write(at("bottom/etc/passwd"), "root");
  write(at("upper/home/dev/planted"), "text");
  write(at("tmp/planted"), "text");
  watch.remember();

  EXPECT_EQ(changes(), Lines{});
  EXPECT_EQ(last.lost, 0U);
}

TEST_F(Files, ReportsANewFileWithItsState) {
  watch.remember();
  write(at("upper/home/dev/new"), "hello");
  fs::permissions(at("upper/home/dev/new"), fs::perms(0640));

  ASSERT_EQ(changes(), (Lines{"+/home", "+/home/dev", "+/home/dev/new"}));

  const auto& change = std::get<record::FileChanged>(last.facts[2]);
  EXPECT_EQ(change.before, std::nullopt);
  EXPECT_EQ(change.after, (record::FileState{.kind = "file",
                                             .mode = 0640,
                                             .uid = geteuid(),
                                             .gid = getegid(),
                                             .size = 5,
                                             .digest = sha256_hex("hello")}));
}

TEST_F(Files, TakesTheStateBeforeFromTheImage) {
  write(at("bottom/etc/passwd"), "old");
  watch.remember();
  write(at("upper/etc/passwd"), "new!");

  ASSERT_EQ(changes(), Lines{"~/etc/passwd"});

  const auto& change = std::get<record::FileChanged>(last.facts[0]);
  ASSERT_TRUE(change.before);
  EXPECT_EQ(change.before->digest, sha256_hex("old"));
  EXPECT_EQ(change.after->digest, sha256_hex("new!"));
}

TEST_F(Files, PrefersTheTopmostLayer) {
  write(at("bottom/etc/conf"), "bottom");
  write(at("top/etc/conf"), "top");
  watch.remember();
  write(at("upper/etc/conf"), "mine");

  ASSERT_EQ(changes(), Lines{"~/etc/conf"});

  EXPECT_EQ(std::get<record::FileChanged>(last.facts[0]).before->digest, sha256_hex("top"));
}

TEST_F(Files, DoesNotReportAFileThatWasOnlyCopiedUp) {
  write(at("bottom/srv/data"), "same");
  watch.remember();
  write(at("upper/srv/data"), "same");

  EXPECT_EQ(changes(), Lines{});
}

TEST_F(Files, ReportsAChangedModeOfAPlantedFileButNoSighting) {
  write(at("upper/home/dev/key"), token);
  fs::permissions(at("upper/home/dev/key"), fs::perms(0600));
  watch.remember();
  fs::permissions(at("upper/home/dev/key"), fs::perms(0644));

  EXPECT_EQ(changes(), Lines{"~/home/dev/key"});
}

TEST_F(Files, SeesACanaryCopiedToAnotherFile) {
  write(at("upper/home/dev/key"), token);
  watch.remember();
  write(at("tmp/copy"), "x=" + token);

  EXPECT_EQ(changes(), (Lines{"+/tmp/copy", "!key /tmp/copy plain"}));
}

TEST_F(Files, SeesThatAChangedPlantedFileStillHoldsItsToken) {
  write(at("upper/home/dev/key"), token);
  watch.remember();
  write(at("upper/home/dev/key"), token + " and more");

  EXPECT_EQ(changes(), (Lines{"~/home/dev/key", "!key /home/dev/key plain"}));
}

TEST_F(Files, CountsAPathThatIsTooLongToKeepAsLost) {
  watch.remember();
  fs::path deep = at("upper/home/dev");
  for (int i = 0; i < 10; ++i) deep /= std::string(250, 'x');
  fs::create_directories(deep);

  EXPECT_GT(watch.differences().lost, 0U);
}

TEST_F(Files, ReportsADeletedPlantedFile) {
  write(at("upper/home/dev/docs/a"), "a");
  write(at("tmp/b"), "b");
  watch.remember();
  fs::remove_all(at("upper/home/dev/docs"));
  fs::remove(at("tmp/b"));

  EXPECT_EQ(changes(), (Lines{"-/home/dev/docs", "-/home/dev/docs/a", "-/tmp/b"}));
}

TEST_F(Files, NeverFollowsALink) {
  write(at("outside"), token);
  watch.remember();
  fs::create_symlink(at("outside"), at("upper/link"));
  fs::create_directory_symlink("/", at("upper/root"));

  ASSERT_EQ(changes(), (Lines{"+/link", "+/root"}));

  const auto& change = std::get<record::FileChanged>(last.facts[1]);
  EXPECT_EQ(change.after->kind, "link");
  EXPECT_EQ(change.after->digest, sha256_hex("/"));
}

TEST_F(Files, DoesNotOpenAFifo) {
  watch.remember();
  ASSERT_EQ(mkfifo(at("tmp/pipe").c_str(), 0600), 0);

  ASSERT_EQ(changes(), Lines{"+/tmp/pipe"});

  EXPECT_EQ(std::get<record::FileChanged>(last.facts[0]).after->kind, "other");
}

TEST_F(Files, KnowsAChangedLargeFileByItsContent) {
  write(at("upper/large"), "");
  fs::resize_file(at("upper/large"), std::uintmax_t{17} << 20U);
  const auto then = fs::last_write_time(at("upper/large"));
  watch.remember();
  std::fstream(at("upper/large"), std::ios::in | std::ios::out) << "changed";
  fs::last_write_time(at("upper/large"), then);

  ASSERT_EQ(changes(), Lines{"~/large"});

  EXPECT_NE(std::get<record::FileChanged>(last.facts[0]).after->digest, "");
  EXPECT_TRUE(last.contents.empty());
}

TEST_F(Files, KnowsAChangedHugeFileThoughItsTimeWasSetBack) {
  write(at("upper/huge"), "");
  fs::resize_file(at("upper/huge"), TreeReader::largest_digested + 1);
  const auto then = fs::last_write_time(at("upper/huge"));
  watch.remember();
  std::fstream(at("upper/huge"), std::ios::in | std::ios::out) << "changed";
  fs::last_write_time(at("upper/huge"), then);

  ASSERT_EQ(changes(), Lines{"~/huge"});

  EXPECT_EQ(std::get<record::FileChanged>(last.facts[0]).after->digest, "");
}

TEST_F(Files, CountsWhatIsTooMuchAsLost) {
  FileWatch small(window, canaries, {.entries = 10});
  small.remember();
  for (int i = 0; i < 30; ++i) write(at("tmp/" + std::to_string(i)), "x");

  const FileDifferences found = small.differences();

  EXPECT_EQ(found.facts.size(), 10U);
  EXPECT_GT(found.lost, 0U);
}

TEST_F(Files, CountsADirectoryTooDeepAsLost) {
  watch.remember();
  fs::path deep = at("tmp");
  for (int i = 0; i < 200; ++i) deep /= "d";
  fs::create_directories(deep);

  changes();

  EXPECT_GT(last.lost, 0U);
}

TEST_F(Files, ThrowsWhenTheLayerIsNotThere) {
  window.upper = at("nowhere");

  EXPECT_THROW(watch.remember(), std::runtime_error);
}

TEST_F(FilesAsRoot, ReportsAWhiteoutAsADeletion) {
  write(at("bottom/etc/hosts"), "hosts");
  watch.remember();
  whiteout("upper/etc/hosts");

  EXPECT_EQ(changes(), Lines{"-/etc/hosts"});
}

TEST_F(FilesAsRoot, ReportsADeletedDirectoryWithEverythingInIt) {
  write(at("bottom/home/dev/docs/a"), "a");
  write(at("bottom/home/dev/docs/old/b"), "b");
  write(at("top/home/dev/docs/c"), "c");
  write(at("bottom/home/dev/docs2"), "neighbour");
  watch.remember();
  whiteout("upper/home/dev/docs");

  EXPECT_EQ(changes(), (Lines{"-/home/dev/docs", "-/home/dev/docs/a", "-/home/dev/docs/c",
                              "-/home/dev/docs/old", "-/home/dev/docs/old/b"}));
}

TEST_F(FilesAsRoot, ReportsWhatAnOpaqueDirectoryHides) {
  write(at("bottom/srv/a"), "a");
  write(at("bottom/srv/kept"), "kept");
  watch.remember();
  make_opaque("upper/srv");
  write(at("upper/srv/kept"), "kept");
  write(at("upper/srv/new"), "new");

  EXPECT_EQ(changes(), (Lines{"-/srv/a", "+/srv/new"}));
}

TEST_F(FilesAsRoot, HonoursWhiteoutsAndOpaqueDirectoriesOfTheImage) {
  write(at("bottom/etc/gone"), "gone");
  whiteout("top/etc/gone");
  write(at("bottom/opt/x/hidden"), "hidden");
  make_opaque("top/opt/x");
  write(at("top/opt/x/seen"), "seen");
  watch.remember();
  write(at("upper/etc/gone"), "mine");
  whiteout("upper/opt/x");

  EXPECT_EQ(changes(), (Lines{"+/etc/gone", "-/opt/x", "-/opt/x/seen"}));
}

TEST_F(FilesAsRoot, TellsOwnersAsTheSandboxKnowsThem) {
  window.id_shift = 100'000;
  watch.remember();
  write(at("tmp/mine"), "x");
  write(at("tmp/strange"), "x");
  ASSERT_EQ(chown(at("tmp/mine").c_str(), 101'000, 100'000), 0);
  ASSERT_EQ(chown(at("tmp/strange").c_str(), 5, 200'000), 0);

  ASSERT_EQ(changes(), (Lines{"+/tmp/mine", "+/tmp/strange"}));

  const auto& mine = std::get<record::FileChanged>(last.facts[0]);
  EXPECT_EQ(mine.after->uid, 1000U);
  EXPECT_EQ(mine.after->gid, 0U);
  const auto& strange = std::get<record::FileChanged>(last.facts[1]);
  EXPECT_EQ(strange.after->uid, 5U);
  EXPECT_EQ(strange.after->gid, 200'000U);
}

// Without a mount that honours it, the attribute is just something a program wrote.
TEST_F(FilesAsRoot, DoesNotBelieveAnAttributeThatAProgramCanSet) {
  write(at("bottom/srv/a"), "a");
  watch.remember();
  fs::create_directories(at("upper/srv"));
  ASSERT_EQ(setxattr(at("upper/srv").c_str(), "user.overlay.opaque", "y", 1, 0), 0);

  EXPECT_EQ(changes(), Lines{});
}

TEST_F(FilesAsRoot, CountsAFileWhoseContentIsElsewhereAsLost) {
  write(at("bottom/srv/a"), "a");
  watch.remember();
  write(at("upper/srv/a"), "a");
  ASSERT_EQ(setxattr(at("upper/srv/a").c_str(), "trusted.overlay.metacopy", "", 0, 0), 0);

  changes();

  EXPECT_GT(last.lost, 0U);
}

TEST_F(FilesAsRoot, ReportsADirectoryReplacedByAFile) {
  write(at("bottom/srv/www/index"), "index");
  watch.remember();
  write(at("upper/srv/www"), "now a file");

  EXPECT_EQ(changes(), (Lines{"~/srv/www", "-/srv/www/index"}));
}

}  // namespace
}  // namespace redcode::evidence
