#include "record/triggers.h"

#include <gtest/gtest.h>

namespace redcode::record {
namespace {

TEST(Triggers, AreWhatSomethingElseRunsLater) {
  for (const char* path : {"/var/spool/cron/crontabs/dev", "/var/spool/cron/atjobs/a0000101c2f3a4",
                           "/home/dev/.bashrc", "/home/dev/.config/systemd/user/t.timer",
                           "/work/shop/.git/hooks/post-commit", "/work/site/.husky/pre-commit",
                           "/home/dev/.local/lib/python3.11/site-packages/z.pth"}) {
    EXPECT_TRUE(starts_programs(path)) << path;
  }
  for (const char* path : {"/work/shop/.git/hooks/post-commit.sample", "/work/cron/table",
                           "/home/dev/bashrc", "/work/a.pth", "/work/shop/.git/config"}) {
    EXPECT_FALSE(starts_programs(path)) << path;
  }
}

TEST(Triggers, KnowTheRepositoryOfAHook) {
  EXPECT_EQ(repository_of_hook("/work/shop/.git/hooks/pre-push"), "/work/shop");
  EXPECT_EQ(repository_of_hook("/srv/shop.git/hooks/post-receive"), "/srv/shop.git");
  EXPECT_EQ(repository_of_hook("/home/dev/.bashrc"), std::nullopt);
}

}  // namespace
}  // namespace redcode::record
