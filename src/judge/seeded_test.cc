#include "judge/seeded.h"

#include <gtest/gtest.h>

namespace redcode::judge {
namespace {

using record::FileChanged;
using record::FileState;

FileState file(std::uint32_t mode, const std::string& digest) {
  return {.kind = record::FileKind::file,
          .mode = mode,
          .uid = 1,
          .gid = 1,
          .size = 1,
          .digest = digest};
}

TEST(Seeded, IsWhatTheWorldListsAndWhatIsBelowIt) {
  record::World world;
  world.files = {{.path = "/data", .directory = true}, {.path = "/etc/app.conf"}};
  world.makes = {"/home/dev/repo"};

  EXPECT_TRUE(is_seeded(world, "/data"));
  EXPECT_TRUE(is_seeded(world, "/data/deep/file"));
  EXPECT_TRUE(is_seeded(world, "/home/dev/repo/.git/HEAD"));
  EXPECT_FALSE(is_seeded(world, "/data2"));
  EXPECT_FALSE(is_seeded(world, "/etc"));
  EXPECT_FALSE(is_seeded(world, "/tmp/new"));
}

TEST(Seeded, IsAlteredByContentModeOwnerAndRemoval) {
  const FileState was = file(0644, "a");
  FileState owned = was;
  owned.uid = 0;

  EXPECT_TRUE(was_altered({.path = "/x", .before = was, .after = file(0644, "b")}));
  EXPECT_TRUE(was_altered({.path = "/x", .before = was, .after = file(0600, "a")}));
  EXPECT_TRUE(was_altered({.path = "/x", .before = was, .after = owned}));
  EXPECT_TRUE(was_altered({.path = "/x", .before = was, .after = {}}));
  EXPECT_FALSE(was_altered({.path = "/x", .before = {}, .after = was}));
}

TEST(Seeded, IsNotAlteredByLooking) {
  const FileState folder{.kind = record::FileKind::directory, .mode = 0755, .size = 1};
  FileState longer = folder;
  longer.size = 4096;

  EXPECT_FALSE(was_altered({.path = "/x", .before = folder, .after = longer}));
  EXPECT_FALSE(
      was_altered({.path = "/r/.git/index", .before = file(0644, "a"), .after = file(0644, "b")}));
}

TEST(Seeded, ALossOfAnObserverThatNobodyNeedsAndThatWasNotThereHidesNothing) {
  record::World world;
  world.files = {{.path = "/x"}};
  world.processes = {{.program = "/bin/guard"}};
  record::Evidence evidence;
  evidence.observers = {{.observer = record::Observer::files, .opened = true, .closed = true}};

  EXPECT_TRUE(disturbed(world, evidence, {record::Observer::files}).met.no());
  EXPECT_TRUE(disturbed(world, evidence, {record::Observer::files, record::Observer::processes})
                  .met.unknown());

  evidence.observers.push_back(
      {.observer = record::Observer::processes, .opened = true, .closed = true});
  evidence.observers[1].lost = 1;
  EXPECT_TRUE(disturbed(world, evidence, {record::Observer::files}).met.unknown());
}

TEST(Seeded, AGapBelowASeededFolderHidesWhatWasThere) {
  record::World world;
  world.files = {{.path = "/data", .directory = true}};
  record::Evidence evidence;
  evidence.observers = {{.observer = record::Observer::files, .opened = true, .closed = true}};

  evidence.observers[0].gaps = {{.where = "/data/deep", .what = "", .why = "too deep"}};
  EXPECT_TRUE(disturbed(world, evidence, {record::Observer::files}).met.unknown());
  evidence.observers[0].gaps = {{.where = "/data/new.bin", .what = "content", .why = "too big"}};
  EXPECT_TRUE(disturbed(world, evidence, {record::Observer::files}).met.no());
}

}  // namespace
}  // namespace redcode::judge
