#include "sandbox/world_tar.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "base/failure.h"
#include "base/fd.h"
#include "base/temp_dir.h"

namespace redcode::sandbox {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

// "mode uid:gid path[=content]" for each entry, directories with a trailing '/'.
Lines entries_of(const std::string& tar) {
  Lines lines;
  const std::unique_ptr<archive, int (*)(archive*)> reader(archive_read_new(), archive_read_free);
  archive_read_support_format_tar(reader.get());
  EXPECT_EQ(archive_read_open_memory(reader.get(), tar.data(), tar.size()), ARCHIVE_OK);
  archive_entry* entry = nullptr;
  while (archive_read_next_header(reader.get(), &entry) == ARCHIVE_OK) {
    std::string content(static_cast<std::size_t>(archive_entry_size(entry)), '\0');
    archive_read_data(reader.get(), content.data(), content.size());
    lines.push_back(fmt::format("{:o} {}:{} {}{}", archive_entry_perm(entry),
                                archive_entry_uid(entry), archive_entry_gid(entry),
                                archive_entry_pathname(entry),
                                content.empty() ? "" : "=" + content));
  }
  return lines;
}

TarPlan plan_for(std::vector<record::SeededFile> files) {
  TarPlan plan{.world = {.files = std::move(files)}};
  plan.exists = [](const std::string& path) {
    return path == "/home" || path == "/home/dev" || path == "/etc";
  };
  return plan;
}

TEST(WorldTar, KeepsModesAndOwners) {
  const TarPlan plan =
      plan_for({{.path = "/home/dev/key", .content = "k", .mode = 0600},
                {.path = "/etc/shadow", .content = "s", .mode = 0640, .owner = "root"}});

  EXPECT_EQ(entries_of(world_tar(plan)),
            (Lines{"600 1000:1000 home/dev/key=k", "640 0:0 etc/shadow=s"}));
}

TEST(WorldTar, MakesMissingParentsWithTheRightOwner) {
  const TarPlan plan = plan_for({{.path = "/home/dev/.ssh/keys/id", .content = "k"},
                                 {.path = "/srv/www/index", .content = "i", .owner = "root"}});

  EXPECT_EQ(entries_of(world_tar(plan)),
            (Lines{"755 1000:1000 home/dev/.ssh/", "755 1000:1000 home/dev/.ssh/keys/",
                   "755 0:0 srv/", "755 0:0 srv/www/", "644 1000:1000 home/dev/.ssh/keys/id=k",
                   "644 0:0 srv/www/index=i"}));
}

TEST(WorldTar, UsesASeededDirectoryInsteadOfAnImpliedOne) {
  const TarPlan plan = plan_for({{.path = "/home/dev/.ssh/id", .content = "k"},
                                 {.path = "/home/dev/.ssh", .mode = 0700, .directory = true}});

  EXPECT_EQ(entries_of(world_tar(plan)),
            (Lines{"700 1000:1000 home/dev/.ssh/", "644 1000:1000 home/dev/.ssh/id=k"}));
}

TEST(WorldTar, MakesTheWorkingDirectory) {
  TarPlan plan = plan_for({});
  plan.world.working_dir = "/home/dev/project";

  EXPECT_EQ(entries_of(world_tar(plan)), Lines{"755 1000:1000 home/dev/project/"});
}

TEST(WorldTar, LeavesOutWhatBelongsInATmpfs) {
  TarPlan plan =
      plan_for({{.path = "/tmp/x", .content = "x"}, {.path = "/home/dev/tmp", .content = "y"}});
  plan.elsewhere = {"/tmp"};

  EXPECT_EQ(entries_of(world_tar(plan)), Lines{"644 1000:1000 home/dev/tmp=y"});
}

TEST(InLayers, LooksThroughAllLayersAndDoesNotLeaveThem) {
  const TempDir dir("layers-test");
  fs::create_directories(dir.path() / "top/etc");
  fs::create_directories(dir.path() / "bottom/usr/bin");
  fs::create_directory_symlink("usr/bin", dir.path() / "bottom/bin");
  fs::create_directory_symlink("/", dir.path() / "bottom/out");
  const std::vector<fs::path> layers = {dir.path() / "top", dir.path() / "bottom"};

  EXPECT_TRUE(in_layers(layers, "/etc"));
  EXPECT_TRUE(in_layers(layers, "/usr/bin"));
  EXPECT_TRUE(in_layers(layers, "/bin"));
  EXPECT_FALSE(in_layers(layers, "/home/dev"));
  EXPECT_FALSE(in_layers(layers, "/out/proc"));
}

TEST(PlantInTmpfs, WritesFilesAndParentsWithTheirModes) {
  const TempDir dir("tmpfs-test");
  const Fd directory(open(dir.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const record::World world{.files = {{.path = "/tmp/a/b", .content = "hello", .mode = 0600},
                                      {.path = "/tmp/spool", .mode = 0711, .directory = true},
                                      {.path = "/home/dev/no", .content = "elsewhere"}}};

  plant_in_tmpfs(world, {.uid = geteuid(), .gid = getegid()}, directory.get(), "/tmp");

  std::string content;
  std::ifstream(dir.path() / "a/b") >> content;
  EXPECT_EQ(content, "hello");
  EXPECT_EQ(fs::status(dir.path() / "a/b").permissions(), fs::perms(0600));
  EXPECT_EQ(fs::status(dir.path() / "spool").permissions(), fs::perms(0711));
  EXPECT_FALSE(fs::exists(dir.path() / "no"));
}

TEST(IdsOf, TakesNumbersOnly) {
  EXPECT_EQ(ids_of("1000:1001").gid, 1001U);
  for (const char* bad : {"dev", "1000", "dev:dev", "1:2:3", ":", "1000:"}) {
    EXPECT_THROW(ids_of(bad), Failure) << bad;
  }
}

}  // namespace
}  // namespace redcode::sandbox
