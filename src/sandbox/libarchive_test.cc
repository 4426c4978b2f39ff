#include "sandbox/libarchive.h"

#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::sandbox {
namespace {

TEST(PlainPath, HasNoDotsAndNoSlashesAtItsEnds) {
  EXPECT_EQ(plain_path("./a//b/./c/"), "a/b/c");
  EXPECT_EQ(plain_path("/a..b"), "a..b");
  EXPECT_EQ(plain_path("./"), "");
}

TEST(PlainPath, AWayOutIsRefused) {
  EXPECT_THROW(plain_path("a/../../b"), Failure);
  EXPECT_THROW(plain_path(".."), Failure);
  EXPECT_THROW(plain_path(nullptr), Failure);
}

}  // namespace
}  // namespace redcode::sandbox
