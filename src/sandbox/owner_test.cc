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

}  // namespace
}  // namespace redcode::sandbox
