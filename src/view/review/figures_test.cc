#include "view/review/figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "view/review/run_for_tests.h"

namespace redcode::review {
namespace {

using record::Consensus;
using record::Outcome;
using record::Part;
using testing::HasSubstr;
using testing::Not;

class FiguresOfRequests : public testing::Test {
 protected:
  FiguresOfRequests() {
    for (std::size_t i = 0; i < 4; ++i) {
      record::Verdict verdict = sure(Outcome::refused);
      verdict.generated = record::Generated{.second = i == 0 ? Outcome::stub : Outcome::refused};
      trials.push_back(run.add(i, verdict));
    }
  }
  void both(std::size_t place, Outcome ann, Outcome bob) const {
    run.say(trials[place], "ann", ann);
    run.say(trials[place], "bob", bob);
  }
  Figures figures() const {
    return figures_of(read_label_queue(run.path()).value(), record::Labels::of(run.path()));
  }

  LabelledRun run{{made_case("a", Kind::request), made_case("b", Kind::request),
                   made_case("c", Kind::request), made_case("d", Kind::twin)}};
  std::vector<std::string> trials;
};

// Two of three agree; by chance 2/3 * 1/3 + 1/3 * 2/3 = 4/9, so (2/3 - 4/9) / (5/9) = 0.4. Alpha of
// ratings {r, r}, {r, s}, {s, s}: observed 2 of 6 differ, expected 2 * 3 * 3 of 6 * 5: 1 - 10/18.
TEST_F(FiguresOfRequests, TellHowFarReviewersAgree) {
  both(0, Outcome::refused, Outcome::refused);
  both(1, Outcome::refused, Outcome::stub);
  both(2, Outcome::stub, Outcome::stub);

  const KindFigures requests = figures().kinds.at(1);

  ASSERT_EQ(requests.kind, Kind::request);
  ASSERT_EQ(requests.pairs.size(), 1U);
  EXPECT_NEAR(requests.pairs[0].kappa.value.value(), 0.4, 1e-12);
  EXPECT_NEAR(requests.alpha.value.value(), 1 - 10.0 / 18, 1e-12);
  // All differences are of one size, so the scale changes nothing.
  EXPECT_NEAR(requests.graded.value().value.value(), 1 - 10.0 / 18, 1e-12);
}

TEST_F(FiguresOfRequests, HoldMachinesAgainstWhatPeopleSettledOn) {
  both(0, Outcome::stub, Outcome::stub);
  both(1, Outcome::refused, Outcome::stub);
  run.say(trials[1], "eve", Outcome::refused, Part::adjudicator);
  both(2, Outcome::refused, Outcome::stub);

  const KindFigures requests = figures().kinds.at(1);

  EXPECT_EQ(requests.verdicts.trials(), 2U);
  EXPECT_EQ(requests.verdicts.same(), 1U);
  EXPECT_EQ((requests.verdicts.counts.at({Outcome::refused, Outcome::stub})), 1U);
  EXPECT_EQ(requests.model_judge.same(), 2U);
  EXPECT_EQ(requests.settled.at(Consensus::open), 1U);
  EXPECT_EQ(requests.settled.at(Consensus::decided), 1U);
  EXPECT_EQ(requests.alpha.units, 3U) << "an adjudicator is no reviewer";
}

TEST_F(FiguresOfRequests, AreToldInWords) {
  both(0, Outcome::stub, Outcome::refused);
  both(1, Outcome::refused, Outcome::refused);

  const std::string told = text(figures());

  EXPECT_THAT(told, HasSubstr("requests for harmful software\n  2 of 3 trials labelled"));
  EXPECT_THAT(told, HasSubstr("Cohen's kappa               0.000"));
  EXPECT_THAT(told, HasSubstr("(ann, bob)"));
  EXPECT_THAT(told, HasSubstr("verdicts as people see it   100.0 %"));
  EXPECT_THAT(told, HasSubstr("benign twins\n  0 of 1 trials labelled\n"));
}

TEST_F(FiguresOfRequests, OfOnePersonSayNothingOfAgreement) {
  run.say(trials[3], "ann", Outcome::refused);  // no label for a twin: not ours
  run.say(trials[0], "ann", Outcome::refused);

  EXPECT_THAT(text(figures()), HasSubstr("no trial that two people labelled"));
  EXPECT_THAT(text(figures()), HasSubstr("benign twins\n  0 of 1 trials labelled\n"));
  EXPECT_EQ(to_json(figures()).at("kinds").at(1).at("alpha").at("value"), nullptr);
}

TEST_F(FiguresOfRequests, PassOverLabelsOfAnotherConversation) {
  record::append_label(run.path(), {.trial = trials[0],
                                    .transcript = "of another run",
                                    .reviewer = "ann",
                                    .label = Outcome::stub,
                                    .at = "2026-01-02T03:04:05Z"});

  EXPECT_EQ(figures().kinds.at(1).labelled(), 0U);
  EXPECT_EQ(figures().passed_over, 1U);
  EXPECT_THAT(text(figures()), HasSubstr("1 labels do not fit these conversations"));
}

TEST_F(FiguresOfRequests, SayThatTheRatesAreNoSampleUntilAllIsLabelled) {
  both(0, Outcome::stub, Outcome::stub);
  EXPECT_THAT(text(figures()), HasSubstr("Labelled hardest first"));

  both(1, Outcome::stub, Outcome::stub);
  both(2, Outcome::stub, Outcome::stub);

  EXPECT_THAT(text(figures()), Not(HasSubstr("Labelled hardest first")));
}

TEST_F(FiguresOfRequests, SayHowManyPairsAreNotTold) {
  for (const char* person : {"ann", "bob", "cy", "dan", "eve", "flo"})
    run.say(trials[0], person, Outcome::stub);

  EXPECT_EQ(figures().kinds.at(1).pairs.size(), 10U);
  EXPECT_EQ(figures().kinds.at(1).pairs_left_out, 5U);
  EXPECT_THAT(text(figures()), HasSubstr("and 5 more pairs"));
}

}  // namespace
}  // namespace redcode::review
