#include "sandbox/owner.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

namespace redcode::sandbox {
namespace {

TEST(Owner, ThisProcessLives) { EXPECT_TRUE(owner_lives(this_owner())); }

TEST(Owner, AProcessOfAnotherBootIsGone) {
  std::string owner = this_owner();
  owner[0] = owner[0] == '0' ? '1' : '0';

  EXPECT_FALSE(owner_lives(owner));
}

TEST(Owner, AnotherProcessWithTheSamePidIsNotTheOwner) {
  const std::vector<std::string> parts = split(this_owner(), ':');

  EXPECT_FALSE(owner_lives(parts[0] + ":" + parts[1] + ":1"));
}

TEST(Owner, AnEndedProcessIsGone) {
  const std::vector<std::string> parts = split(this_owner(), ':');
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);

  EXPECT_FALSE(owner_lives(parts[0] + ":" + std::to_string(child) + ":" + parts[2]));
}

TEST(Owner, NonsenseIsGone) {
  EXPECT_FALSE(owner_lives(""));
  EXPECT_FALSE(owner_lives("a:b"));
  EXPECT_FALSE(owner_lives("x:../../etc:1"));
}

TEST(OwnerTag, SaysWhetherItsProcessLives) {
  const std::vector<std::string> parts = split(this_owner_tag(), '-');
  ASSERT_EQ(parts.size(), 3U);

  EXPECT_TRUE(tagged_owner_lives(this_owner_tag()));
  EXPECT_FALSE(tagged_owner_lives(parts[0] + "-1-" + parts[2])) << "another process of that pid";
  EXPECT_FALSE(tagged_owner_lives("9999999999-1-" + parts[2])) << "no process at all";
}

TEST(OwnerTag, WhatCannotBeKnownCountsAsLiving) {
  const std::vector<std::string> parts = split(this_owner_tag(), '-');

  EXPECT_TRUE(tagged_owner_lives(parts[0] + "-1-1")) << "of another pid namespace";
  EXPECT_TRUE(tagged_owner_lives(""));
  EXPECT_TRUE(tagged_owner_lives("somebody-s-group"));
}

}  // namespace
}  // namespace redcode::sandbox
