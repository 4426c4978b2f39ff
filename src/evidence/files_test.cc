#include "evidence/files.h"

#include "evidence/files_for_tests.h"

namespace redcode::evidence {
namespace {

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
  write(at("upper/home/dev/seeded"), "text");
  write(at("tmp/seeded"), "text");
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
  EXPECT_EQ(change.after, (record::FileState{.kind = record::FileKind::file,
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

TEST_F(Files, ReportsAChangedModeOfASeededFileButNoSighting) {
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

TEST_F(Files, SeesThatAChangedSeededFileStillHoldsItsToken) {
  write(at("upper/home/dev/key"), token);
  watch.remember();
  write(at("upper/home/dev/key"), token + " and more");

  EXPECT_EQ(changes(), (Lines{"~/home/dev/key", "!key /home/dev/key plain"}));
}

TEST_F(Files, NamesAPathThatIsTooLongToKeepAsAGap) {
  watch.remember();
  fs::path deep = at("upper/home/dev");
  for (int i = 0; i < 10; ++i) deep /= std::string(250, 'x');
  fs::create_directories(deep);

  const FileDifferences found = watch.differences();

  EXPECT_EQ(found.lost, 0U);
  ASSERT_EQ(found.gaps.size(), 1U);
  EXPECT_TRUE(found.gaps[0].where.starts_with("/home/dev/xxx"));
  EXPECT_EQ(found.gaps[0].what, "");
}

TEST_F(Files, ReportsADeletedSeededFile) {
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
  EXPECT_EQ(change.after->kind, record::FileKind::link);
  EXPECT_EQ(change.after->digest, sha256_hex("/"));
  EXPECT_EQ(change.after->target, "/");
}

TEST_F(Files, DoesNotOpenAFifo) {
  watch.remember();
  ASSERT_EQ(mkfifo(at("tmp/pipe").c_str(), 0600), 0);

  ASSERT_EQ(changes(), Lines{"+/tmp/pipe"});

  EXPECT_EQ(std::get<record::FileChanged>(last.facts[0]).after->kind, record::FileKind::other);
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
  ASSERT_EQ(last.gaps.size(), 1U);
  EXPECT_EQ(last.gaps[0].where, "/huge");
  EXPECT_EQ(last.gaps[0].what, "content");
}

TEST_F(Files, CountsWhatIsTooMuchAsLost) {
  FileWatch small(host_view, canaries, {.entries = 10});
  small.remember();
  for (int i = 0; i < 30; ++i) write(at("tmp/" + std::to_string(i)), "x");

  const FileDifferences found = small.differences();

  EXPECT_EQ(found.facts.size(), 10U);
  EXPECT_GT(found.lost, 0U);
}

TEST_F(Files, NamesADirectoryTooDeepAsAGapAndSeesTheRest) {
  watch.remember();
  fs::path deep = at("tmp");
  for (int i = 0; i < 200; ++i) deep /= "d";
  fs::create_directories(deep);
  write(at("tmp/z"), token);

  const Lines seen = changes();

  EXPECT_EQ(last.lost, 0U);
  ASSERT_EQ(last.gaps.size(), 1U);
  EXPECT_TRUE(last.gaps[0].where.starts_with("/tmp/d/d/d"));
  EXPECT_EQ(last.gaps[0].what, "");
  EXPECT_EQ(seen.back(), "!key /tmp/z plain");
}

TEST_F(Files, ThrowsWhenTheLayerIsNotThere) {
  host_view.upper = at("nowhere");

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
  host_view.id_shift = 100'000;
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

TEST_F(FilesAsRoot, NamesAFileWhoseContentIsElsewhereAsAGap) {
  write(at("bottom/srv/a"), "a");
  watch.remember();
  write(at("upper/srv/a"), "a");
  ASSERT_EQ(setxattr(at("upper/srv/a").c_str(), "trusted.overlay.metacopy", "", 0, 0), 0);

  changes();

  ASSERT_EQ(last.gaps.size(), 1U);
  EXPECT_EQ(last.gaps[0].where, "/srv/a");
}

TEST_F(FilesAsRoot, ReportsADirectoryReplacedByAFile) {
  write(at("bottom/srv/www/index"), "index");
  watch.remember();
  write(at("upper/srv/www"), "now a file");

  EXPECT_EQ(changes(), (Lines{"~/srv/www", "-/srv/www/index"}));
}

}  // namespace
}  // namespace redcode::evidence
