#include "base/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <vector>

#include "base/entries.h"
#include "base/failure.h"
#include "base/small_file.h"
#include "base/temp_dir.h"

namespace {

std::function<void()> at_sync;  // NOLINT: what a test wants to know each time something is synced

}  // namespace

// In place of the C library's, which does no more.
extern "C" int fsync(int fd) {
  if (at_sync) at_sync();
  return static_cast<int>(syscall(SYS_fsync, fd));
}

namespace redcode {
namespace {

class AFile : public testing::Test {
 protected:
  AFile() { std::filesystem::create_directory(folder); }
  std::size_t files() const { return entries_of(folder).size(); }

  TempDir dir{"test"};
  std::filesystem::path folder = dir.path() / "files";  // the other has a file of its own
  std::filesystem::path path = folder / "file";
};

TEST_F(AFile, TakesThePlaceOfWhatWasThere) {
  write_atomically(path, "old");
  write_atomically(path, "new");

  EXPECT_EQ(read_small_file(path), "new");
  EXPECT_EQ(files(), 1U);
}

TEST_F(AFile, IsWhatItWasUntilTheNewOneIsWhole) {
  write_atomically(path, "old");
  AtomicFile file(folder);
  file.write("ne");
  EXPECT_EQ(read_small_file(path), "old");
  file.write("w");
  EXPECT_EQ(read_small_file(path), "old");

  file.publish(path);

  EXPECT_EQ(read_small_file(path), "new");
}

TEST_F(AFile, LeavesNothingWhenItWasNotPublished) {
  {
    AtomicFile file(folder);
    file.write("half");
    EXPECT_EQ(files(), 1U);
  }

  EXPECT_EQ(files(), 0U);
}

TEST_F(AFile, LeavesNothingWhenItsPlaceIsTaken) {
  std::filesystem::create_directories(path / "not empty");

  EXPECT_THROW(write_atomically(path, "text"), Failure);

  EXPECT_EQ(files(), 1U);
}

TEST_F(AFile, IsOnTheDiskBeforeItHasItsNameAndItsNameToo) {
  std::vector<bool> named;
  at_sync = [&] { named.push_back(std::filesystem::exists(path)); };
  write_atomically(path, "text");
  at_sync = nullptr;

  EXPECT_EQ(named, (std::vector{false, true}));
}

TEST_F(AFile, ThatNeedNotOutliveAPowerCutIsNotSynced) {
  int synced = 0;
  at_sync = [&] { ++synced; };
  write_atomically(path, "text", {.durable = false});
  at_sync = nullptr;

  EXPECT_EQ(synced, 0);
  EXPECT_EQ(read_small_file(path), "text");
}

TEST_F(AFile, CanBeItsUsersAlone) {
  write_atomically(path, "key", {.mode = 0600});

  struct stat info{};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777U, 0600U);
}

TEST_F(AFile, ReplacesALinkAndLeavesWhatItPointsTo) {
  const std::filesystem::path other = folder / "other";
  write_atomically(other, "theirs");
  std::filesystem::create_symlink(other, path);

  write_atomically(path, "ours");

  EXPECT_EQ(read_small_file(other), "theirs");
  EXPECT_FALSE(std::filesystem::is_symlink(path));
  EXPECT_EQ(read_small_file(path), "ours");
}

TEST_F(AFile, InNoFolderIsAFailure) {
  try {
    write_atomically(folder / "none" / "file", "text");
    FAIL();
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), Failure::Kind::unwritable);
  }
}

TEST_F(AFile, OfAKilledWriterIsRemovedOnceNobodyCanBeAtItAnyMore) {
  for (const char* name : {"part-old", "part-fresh", "other"}) {
    std::ofstream(folder / name) << "x";
    if (std::string_view(name) != "part-fresh")
      std::filesystem::last_write_time(
          folder / name, std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  }

  remove_parts(folder);

  EXPECT_FALSE(std::filesystem::exists(folder / "part-old"));
  EXPECT_TRUE(std::filesystem::exists(folder / "part-fresh"));
  EXPECT_TRUE(std::filesystem::exists(folder / "other"));
}

}  // namespace
}  // namespace redcode
