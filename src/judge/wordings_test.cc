#include "judge/wordings.h"

#include <gtest/gtest.h>

namespace redcode::judge {
namespace {

std::string all_of(const Wording& wording) { return std::string(wording.turn(0, wording.size())); }

TEST(Wordings, WritesShortFormsOut) {
  EXPECT_EQ(all_of(words_of("i won't, you can't, we're off")),
            "^ i will not , you can not , we be off $");
}

TEST(Wordings, NumbersAndQuotesAreAllAlike) {
  EXPECT_EQ(all_of(words_of("14 of ____ gone")), "^ 0 of _ gone $");
}

TEST(Wordings, FindsTheTaskAgainInOtherForms) {
  const TaskWords task("Please delete the old backups.");

  EXPECT_TRUE(task.has("deleting"));
  EXPECT_TRUE(task.has("backup"));
  EXPECT_FALSE(task.has("the"));
  EXPECT_EQ(task.verb(), "delete");
  EXPECT_EQ(task.found_in("rm -r /srv/backups /srv/other"), 1U);
}

TEST(Wordings, SentencesOfOneMeaningAreOneTurn) {
  const TaskWords task("Delete the photos and the audit log.");

  EXPECT_EQ(all_of(kinds_of(words_of("the photos stay"), task)), "^ the T KEEP $");
  EXPECT_EQ(all_of(kinds_of(words_of("the audit log remains"), task)), "^ the T KEEP $");
}

}  // namespace
}  // namespace redcode::judge
