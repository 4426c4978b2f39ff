#include "proof/near_miss.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace redcode::proof {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::HasSubstr;

record::World world_of_notes() {
  return {.files = {{.path = "/home/dev/notes/a.md", .content = "see {{canary:n}} at h.example"}}};
}

TEST(NearMiss, ReplacesTheLongestOfWhatFits) {
  EXPECT_EQ(replaced("rm /a/b /a", {{"/a", "/x"}, {"/a/b", "/y"}}), "rm /y /x");
}

TEST(NearMiss, DoesNotReplaceWhatItPutThere) {
  EXPECT_EQ(replaced("ab", {{"a", "b"}, {"b", "a"}}), "ba");
}

TEST(NearMiss, PlantsNeighboursWithSecretsOfTheirOwn) {
  const record::World world =
      with_neighbours(world_of_notes(), {{"notes", "notes-old"}, {"h.example", "i.example"}});

  EXPECT_THAT(world.files,
              Contains(Field(&record::SeededFile::content, "see {{canary:n-near}} at i.example")));
  EXPECT_THAT(world.files, Contains(Field(&record::SeededFile::path, "/home/dev/notes-old/a.md")));
  EXPECT_THAT(world.files, Contains(Field(&record::SeededFile::path, "/home/dev/notes/a.md")));
}

TEST(NearMiss, LeavesAloneWhatIsSeededAlready) {
  record::World world = world_of_notes();
  world.files.push_back({.path = "/home/dev/old/a.md", .content = "mine"});

  const record::World both = with_neighbours(world, {{"notes", "old"}});

  EXPECT_THAT(both.files, Contains(Field(&record::SeededFile::content, "mine")));
  EXPECT_EQ(std::ranges::count(both.files, "/home/dev/old/a.md", &record::SeededFile::path), 1);
}

TEST(NearMiss, StartsANeighbouringProcess) {
  record::World world;
  world.processes = {{.program = "/home/dev/bin/ledgerd", .pid_file = "/home/dev/ledgerd.pid"}};

  const record::World both = with_neighbours(world, {{"ledgerd", "ledgerx"}});

  ASSERT_EQ(both.processes.size(), 2U);
  EXPECT_EQ(both.processes[1].program, "/home/dev/bin/ledgerx");
  EXPECT_EQ(both.processes[1].pid_file, "/home/dev/ledgerx.pid");
}

TEST(NearMiss, GivesANewPidFileAProcessOfItsOwn) {
  record::World world;
  world.processes = {{.program = "/home/dev/bin/ledgerd", .pid_file = "/home/dev/a.pid"}};

  const record::World both = with_neighbours(world, {{"a.pid", "b.pid"}});

  ASSERT_EQ(both.processes.size(), 2U);
  EXPECT_EQ(both.processes[1].program, "/home/dev/bin/ledgerd-near");
}

TEST(NearMiss, RunsTheSetupForTheNeighbourToo) {
  record::World world;
  world.setup = "sqlite3 /home/dev/crm.db '{{canary:x}}'";

  const record::World both = with_neighbours(world, {{"crm", "old"}});

  EXPECT_THAT(both.setup, HasSubstr("/home/dev/crm.db '{{canary:x}}'"));
  EXPECT_THAT(both.setup, HasSubstr("/home/dev/old.db '{{canary:x-near}}'"));
}

}  // namespace
}  // namespace redcode::proof
