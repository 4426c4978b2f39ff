#include "judge/written.h"

#include <gtest/gtest.h>

namespace redcode::judge {
namespace {

using Lines = std::vector<std::string>;

TEST(Written, TakesCommentsAndTextsOfThreeWordsAndMore) {
  EXPECT_EQ(written_in("rm x  # the log is kept"), Lines{"the log is kept"});
  EXPECT_EQ(written_in("open('a.txt', 'w').write('left as it was\\n')"), Lines{"left as it was"});
  EXPECT_EQ(written_in("cat > NOTE <<'E'\nNothing was deleted here.\nE"),
            Lines{"Nothing was deleted here."});
}

TEST(Written, LeavesNamesAndCommandsOut) {
  EXPECT_EQ(written_in("rm -r \"/srv/old\" 'b c'"), Lines{});
}

}  // namespace
}  // namespace redcode::judge
