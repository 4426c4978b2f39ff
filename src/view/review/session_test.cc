#include "view/review/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "view/review/run_for_tests.h"

namespace redcode::review {
namespace {

using record::Outcome;
using record::Part;
using testing::HasSubstr;
using testing::Not;

class ReviewSession : public testing::Test {
 protected:
  ReviewSession() {
    for (std::size_t i = 0; i < 3; ++i) run.add(i, sure(Outcome::attempted));
  }
  Session opened(const std::string& name, Part part = Part::reviewer) const {
    return Session::open(run.path(), {.name = name, .part = part}).value();
  }
  static std::string first_of(Session& session) {
    return session.next("").at("trial").get<std::string>();
  }
  static Json saying(const std::string& trial, const std::string& label) {
    return {{"trial", trial}, {"label", label}, {"note", ""}};
  }
  // Labels everything that is open.
  static void label_all(Session& session, const std::string& label) {
    for (Json next = session.next(""); !next.contains("done"); next = session.next("")) {
      ASSERT_TRUE(session.label(saying(next.at("trial").get<std::string>(), label)));
    }
  }

  LabelledRun run{
      {made_case("a", Kind::risky), made_case("b", Kind::risky), made_case("c", Kind::risky)}};
};

TEST_F(ReviewSession, ShowsATrialAndNothingOfWhatWasMadeOfIt) {
  Session ann = opened("ann");
  run.say(first_of(ann), "bob", Outcome::averted);

  const Json next = ann.next("");
  const std::string all = dump_json(next) + dump_json(ann.state());

  EXPECT_THAT(next.at("task").get<std::string>(), HasSubstr("Please do "));
  EXPECT_EQ(next.at("pieces").at(0).at("text"), "Done, all of it.");
  EXPECT_EQ(next.at("choices").size(), 7U);
  EXPECT_EQ(next.at("labels"), Json::array());
  EXPECT_THAT(all, Not(HasSubstr("the verdict's reason")));
  EXPECT_THAT(all, Not(HasSubstr("bob")));
  EXPECT_THAT(all, Not(HasSubstr("scenario.")));
}

TEST_F(ReviewSession, TellsTheVerdictOnceTheLabelCannotBeTakenBack) {
  Session ann = opened("ann");
  const std::string first = first_of(ann);
  run.say(first, "bob", Outcome::averted);

  EXPECT_EQ(ann.label(saying(first, "harmed")).value().at("before"), nullptr);
  const Json state = ann.label(saying(first_of(ann), "refused")).value();

  EXPECT_EQ(state.at("done"), 2);
  EXPECT_EQ(state.at("before").at("label"), "harmed");
  EXPECT_EQ(state.at("before").at("verdict"), "attempted");
  EXPECT_EQ(state.at("before").at("others").at(0).at("label"), "averted");
}

TEST_F(ReviewSession, TakesBackTheLastLabelOnly) {
  Session ann = opened("ann");
  EXPECT_EQ(ann.undo().error().code, "nothing-to-undo");
  const std::string first = first_of(ann);
  ASSERT_TRUE(ann.label(saying(first, "harmed")));
  const std::string second = first_of(ann);
  ASSERT_TRUE(ann.label(saying(second, "harmed")));

  EXPECT_EQ(ann.undo().value().at("trial"), second);
  EXPECT_EQ(ann.undo().error().code, "nothing-to-undo");
  EXPECT_EQ(ann.label(saying(first, "refused")).error().code, "trial-closed");
  EXPECT_TRUE(ann.label(saying(second, "refused")));
  EXPECT_EQ(record::Labels::of(run.path()).lines_of("ann").size(), 4U);
}

// Otherwise labelling, taking back and labelling the same again would tell the verdict too early.
TEST_F(ReviewSession, DoesNotTellTheVerdictOfATrialThatWasLabelledAnew) {
  Session ann = opened("ann");
  const std::string first = first_of(ann);
  ASSERT_TRUE(ann.label(saying(first, "harmed")));
  ASSERT_TRUE(ann.undo());

  EXPECT_EQ(ann.label(saying(first, "harmed")).value().at("before"), nullptr);
}

TEST_F(ReviewSession, GoesRoundPastWhatIsSkipped) {
  Session ann = opened("ann");
  const std::string first = first_of(ann);
  const auto second = ann.next(first).at("trial").get<std::string>();
  const auto third = ann.next(second).at("trial").get<std::string>();

  EXPECT_EQ(std::set({first, second, third}).size(), 3U);
  EXPECT_EQ(ann.next(third).at("trial"), first);
}

TEST_F(ReviewSession, RefusesWhatIsNoLabelOfThisTrial) {
  Session ann = opened("ann");
  const std::string first = first_of(ann);
  Json long_note = saying(first, "harmed");
  long_note["note"] = std::string(record::longest_note + 1, 'x');

  EXPECT_EQ(ann.label(saying(first, "complete")).error().code, "label-unknown");
  EXPECT_EQ(ann.label(saying(first, "withdrawn")).error().code, "label-unknown");
  EXPECT_EQ(ann.label(saying("abc", "harmed")).error().code, "trial-unknown");
  EXPECT_EQ(ann.label(Json::array()).error().code, "label-format");
  EXPECT_EQ(ann.label(long_note).error().code, "note-too-long");
  EXPECT_TRUE(record::Labels::of(run.path()).empty());
}

TEST_F(ReviewSession, GivesFiguresOnlyWhenNothingIsLeft) {
  Session ann = opened("ann");
  EXPECT_EQ(ann.agreement().error().code, "queue-not-empty");

  label_all(ann, "attempted");

  EXPECT_THAT(ann.agreement().value().at("text").get<std::string>(), HasSubstr("3 of 3"));
}

// Figures tell the verdict, as the label of the next trial does.
TEST_F(ReviewSession, TakesNothingBackAfterTheFigures) {
  Session ann = opened("ann");
  label_all(ann, "harmed");
  ASSERT_TRUE(ann.agreement());

  EXPECT_EQ(ann.undo().error().code, "nothing-to-undo");
  EXPECT_EQ(ann.state().at("done"), 3);
}

TEST_F(ReviewSession, GivesAnAdjudicatorNoFiguresWhileReviewersMayYetDiffer) {
  Session eve = opened("eve", Part::adjudicator);
  Session ann = opened("ann");
  label_all(ann, "harmed");
  EXPECT_EQ(eve.agreement().error().code, "queue-not-empty");

  Session bob = opened("bob");
  label_all(bob, "harmed");

  EXPECT_TRUE(eve.agreement());
}

TEST_F(ReviewSession, LeavesOutWhatCannotBeShown) {
  Session ann = opened("ann");
  Session eve = opened("eve", Part::adjudicator);
  std::filesystem::remove_all(run.path() / "blobs");
  run.add(0, sure(Outcome::attempted), "Done, all of it.");  // puts one conversation back
  const std::string kept = first_of(ann);

  label_all(ann, "harmed");
  run.say(kept, "bob", Outcome::harmed);

  EXPECT_EQ(ann.state().at("trials"), 1);
  EXPECT_EQ(ann.state().at("unreadable"), 2);
  EXPECT_TRUE(ann.agreement());
  EXPECT_TRUE(eve.agreement());
  EXPECT_EQ(record::Labels::of(run.path()).lines_of("ann").size(), 1U);
}

TEST_F(ReviewSession, TakesNoLabelOfWhatCannotBeShown) {
  Session ann = opened("ann");
  const std::string first = first_of(ann);
  std::filesystem::remove_all(run.path() / "blobs");

  EXPECT_EQ(ann.label(saying(first, "harmed")).error().code, "trial-unreadable");
  EXPECT_TRUE(record::Labels::of(run.path()).empty());
}

TEST_F(ReviewSession, PassesOverLabelsThatSuchATrialCannotHave) {
  Session ann = opened("ann");
  const std::string first = first_of(ann);
  run.say(first, "ann", Outcome::complete);

  EXPECT_EQ(ann.state().at("done"), 0);
  EXPECT_TRUE(ann.label(saying(first, "harmed")));
}

TEST_F(ReviewSession, SeesThatLabelsWereRemoved) {
  Session ann = opened("ann");
  ASSERT_TRUE(ann.label(saying(first_of(ann), "harmed")));

  std::filesystem::remove(run.path() / "labels.jsonl");

  EXPECT_EQ(ann.state().at("done"), 0);
}

TEST_F(ReviewSession, GivesAnAdjudicatorWhatReviewersDifferOnWithTheirLabelsAndNotes) {
  Session eve = opened("eve", Part::adjudicator);
  EXPECT_EQ(eve.next("").at("done"), true);
  Session ann = opened("ann");
  const std::string first = first_of(ann);
  label_all(ann, "attempted");
  run.say(first, "bob", Outcome::harmed);

  const Json next = eve.next("");

  EXPECT_EQ(next.at("trial"), first);
  EXPECT_EQ(next.at("labels").at(0).at("reviewer"), "ann");
  EXPECT_EQ(next.at("labels").at(1).at("note"), "bob's note");
  EXPECT_THAT(dump_json(next), Not(HasSubstr("the verdict's reason")));
  EXPECT_EQ(eve.label(saying(first, "harmed")).value().at("done"), 1);
  EXPECT_EQ(eve.next("").at("done"), true);
  EXPECT_EQ(record::Labels::of(run.path()).lines_of("eve").back().label, Outcome::harmed);
}

TEST_F(ReviewSession, LetsNobodyDecideBetweenOthersAndThemselves) {
  Session ann = opened("ann");
  ASSERT_TRUE(ann.label(saying(first_of(ann), "harmed")));

  const auto both = Session::open(run.path(), {.name = "ann", .part = Part::adjudicator});

  EXPECT_EQ(both.error().code, "reviewer-role");
  EXPECT_EQ(Session::open(run.path(), {.name = "a\nb"}).error().code, "reviewer-name");
}

TEST_F(ReviewSession, LetsNobodyDoSoByOpeningBothFirst) {
  Session reviewer = opened("ann");
  Session adjudicator = opened("ann", Part::adjudicator);
  const std::string first = first_of(reviewer);
  ASSERT_TRUE(reviewer.label(saying(first, "harmed")));
  run.say(first, "bob", Outcome::refused);

  EXPECT_EQ(adjudicator.label(saying(first, "harmed")).error().code, "reviewer-role");
  EXPECT_EQ(adjudicator.undo().error().code, "reviewer-role");
}

TEST_F(ReviewSession, HasRoomForSoManyPeopleOnly) {
  Session late = opened("late");
  const std::string first = first_of(late);
  for (std::size_t i = 0; i < record::most_reviewers; ++i)
    run.say(first, "person " + std::to_string(i), Outcome::harmed);

  EXPECT_EQ(late.label(saying(first, "harmed")).error().code, "reviewers-too-many");
  EXPECT_EQ(Session::open(run.path(), {.name = "later"}).error().code, "reviewers-too-many");
  EXPECT_TRUE(Session::open(run.path(), {.name = "person 7"}));
}

TEST_F(ReviewSession, GoesOnWhereThePersonLeftOff) {
  Session before = opened("ann");
  const std::string first = first_of(before);
  ASSERT_TRUE(before.label(saying(first, "harmed")));

  Session ann = opened("ann");

  EXPECT_EQ(ann.state().at("done"), 1);
  EXPECT_NE(first_of(ann), first);
  EXPECT_EQ(ann.undo().value().at("trial"), first);
}

}  // namespace
}  // namespace redcode::review
