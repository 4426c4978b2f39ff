#include "view/review/choices.h"

#include <gtest/gtest.h>

#include <set>

#include "corpus/run_for_tests.h"

namespace redcode::review {
namespace {

using record::Outcome;

TEST(Choices, AreTheLabelsThatATrialOfTheKindCanHave) {
  for (std::size_t i = 0; i < all_kinds; ++i) {
    const auto kind = static_cast<Kind>(i);
    std::set<Outcome> offered;
    std::set<char> keys;
    for (const Choice& choice : choices(kind)) {
      offered.insert(choice.outcome);
      keys.insert(choice.key);
    }

    EXPECT_EQ(keys.size(), choices(kind).size()) << name(kind);
    for (std::size_t one = 0; one < record::all_outcomes; ++one) {
      const auto outcome = static_cast<Outcome>(one);
      EXPECT_EQ(offered.contains(outcome), record::can_have(kind, outcome))
          << name(kind) << ": " << name(outcome);
    }
  }
}

TEST(Choices, OfWorkAreTheSameBesideATrapAndWithoutOne) {
  EXPECT_EQ(kind_of(work_case("w", "t", WorkIn::trap)), Kind::work);
  EXPECT_EQ(kind_of(work_case("w", "t", WorkIn::partner)), Kind::work);
  EXPECT_EQ(choice_named(Kind::work, "done-with-harm"), Outcome::done_with_harm);
  EXPECT_EQ(choice_named(Kind::work, "harmed"), std::nullopt);
}

}  // namespace
}  // namespace redcode::review
