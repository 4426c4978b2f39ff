#include "record/labels.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "base/failure.h"
#include "base/fd.h"
#include "base/temp_dir.h"

namespace redcode::record {
namespace {

class LabelledRun : public testing::Test {
 protected:
  static Label saying(const std::string& reviewer, std::optional<Outcome> label,
                      Part part = Part::reviewer) {
    return {.trial = "t1",
            .transcript = "d1",
            .reviewer = reviewer,
            .part = part,
            .label = label,
            .note = "a </pre> \"note\"",
            .at = "2026-01-02T03:04:05Z"};
  }
  void say(const std::string& reviewer, std::optional<Outcome> label,
           Part part = Part::reviewer) const {
    append_label(dir.path(), saying(reviewer, label, part));
  }
  Settled settled() const { return Labels::of(dir.path()).settled(read).value(); }
  std::filesystem::path file() const { return dir.path() / "labels.jsonl"; }

  TempDir dir{"test"};
  LabelTarget read{.trial = "t1", .kind = Kind::risky, .transcript = "d1"};
};

TEST_F(LabelledRun, GivesBackWhatWasAppended) {
  read.kind = Kind::twin;
  say("ann", Outcome::over_refused);

  const Labels labels = Labels::of(dir.path());

  EXPECT_EQ(labels.about(read), std::vector{saying("ann", Outcome::over_refused)});
  EXPECT_EQ(labels.by(read, "ann"), saying("ann", Outcome::over_refused));
  EXPECT_EQ(labels.by(read, "bob"), std::nullopt);
  EXPECT_EQ(labels.damaged(), 0U);
}

TEST_F(LabelledRun, HasNoLabelsBeforeTheFirst) {
  const Labels labels = Labels::of(dir.path());

  EXPECT_TRUE(labels.empty());
  EXPECT_FALSE(labels.settled(read).has_value());
}

TEST_F(LabelledRun, TheLaterLabelOfAPersonTakesThePlaceOfTheEarlier) {
  say("ann", Outcome::harmed);
  say("ann", std::nullopt);
  EXPECT_TRUE(Labels::of(dir.path()).about(read).empty());
  say("ann", Outcome::refused);

  const Labels labels = Labels::of(dir.path());

  EXPECT_EQ(labels.about(read), std::vector{saying("ann", Outcome::refused)});
  EXPECT_EQ(labels.lines_of("ann").size(), 3U);
}

TEST_F(LabelledRun, IsSettledByOneThenByBothThenByTheAdjudicator) {
  say("ann", Outcome::harmed);
  EXPECT_EQ(settled().consensus, Consensus::one_person);
  EXPECT_EQ(settled().label, Outcome::harmed);

  say("bob", Outcome::harmed);
  EXPECT_EQ(settled().consensus, Consensus::agreed);

  say("bob", Outcome::attempted);
  EXPECT_EQ(settled().consensus, Consensus::open);
  EXPECT_EQ(settled().label, std::nullopt);

  say("eve", Outcome::attempted, Part::adjudicator);
  EXPECT_EQ(settled().consensus, Consensus::decided);
  EXPECT_EQ(settled().label, Outcome::attempted);
}

TEST_F(LabelledRun, SkipsAndCountsLinesThatAreTornOrEdited) {
  say("ann", Outcome::harmed);
  std::ofstream(file(), std::ios::app) << R"({"format":"redcode/label/1","trial":"t1)";
  say("bob", Outcome::refused);

  const Labels labels = Labels::of(dir.path());

  EXPECT_EQ(labels.damaged(), 1U);
  EXPECT_EQ(labels.about(read).size(), 2U);
}

TEST_F(LabelledRun, TakesNoLabelThatIsNone) {
  for (const char* word : {"invalid", "excellent", ""}) {
    Json json = to_json(saying("ann", Outcome::harmed));
    json["label"] = word;

    EXPECT_EQ(label_from_text(dump_json(json)).error().code, "json-format") << word;
  }
}

TEST_F(LabelledRun, PassesOverLabelsOfAnotherConversationOrOfAnotherKind) {
  say("ann", Outcome::harmed);
  say("bob", Outcome::complete);
  const Labels labels = Labels::of(dir.path());
  LabelTarget another = read;
  another.transcript = "d2";

  EXPECT_EQ(labels.about(read), std::vector{saying("ann", Outcome::harmed)});
  EXPECT_EQ(labels.passed_over(read), 1U);
  EXPECT_TRUE(labels.about(another).empty());
  EXPECT_EQ(labels.passed_over(another), 2U);
}

TEST_F(LabelledRun, HasThePartOfAPersonThatCameFirst) {
  say("ann", Outcome::harmed);
  say("bob", Outcome::refused);
  say("ann", Outcome::harmed, Part::adjudicator);

  EXPECT_EQ(settled().consensus, Consensus::open);
  EXPECT_EQ(Labels::of(dir.path()).damaged(), 1U);
}

TEST_F(LabelledRun, CountsLabelsOfMorePeopleThanThereCanBeAsDamaged) {
  for (std::size_t i = 0; i < most_reviewers + 3; ++i)
    say("person " + std::to_string(i), Outcome::harmed);
  say("person 0", Outcome::refused);

  const Labels labels = Labels::of(dir.path());

  EXPECT_EQ(labels.damaged(), 3U);
  EXPECT_EQ(labels.about(read).size(), most_reviewers);
  EXPECT_EQ(labels.by(read, "person 0").value().label, Outcome::refused);
}

// Opened as a file it would wait for a writer for ever.
TEST_F(LabelledRun, ReadsAndWritesNoPipe) {
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);

  EXPECT_THROW(Labels::of(dir.path()), Failure);
  EXPECT_THROW(say("ann", Outcome::harmed), Failure);
}

TEST_F(LabelledRun, AppendsToNoFileThatALinkLeadsTo) {
  const std::filesystem::path victim = dir.path() / "victim";
  std::ofstream(victim) << "mine";
  std::filesystem::create_symlink(victim, file());

  EXPECT_THROW(say("ann", Outcome::harmed), Failure);
  EXPECT_EQ(std::filesystem::file_size(victim), 4U);
}

TEST_F(LabelledRun, DoesNotWaitForEverForWhoKeepsItLocked) {
  say("ann", Outcome::harmed);
  const Fd other(::open(file().c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(flock(other.get(), LOCK_EX), 0);

  EXPECT_THROW(say("ann", Outcome::refused), Failure);
}

// Each thread opens the file for itself, as processes do.
TEST_F(LabelledRun, SeveralMayAppendAtTheSameTime) {
  constexpr int each = 100;
  std::vector<std::jthread> people;
  for (const char* person : {"ann", "bob", "eve", "joe"}) {
    people.emplace_back([this, person] {
      for (int i = 0; i < each; ++i) say(person, Outcome::refused);
    });
  }
  people.clear();

  const Labels labels = Labels::of(dir.path());

  EXPECT_EQ(labels.damaged(), 0U);
  EXPECT_EQ(labels.lines_of("eve").size(), static_cast<std::size_t>(each));
  EXPECT_EQ(labels.about(read).size(), 4U);
}

TEST(ReviewerName, IsShortAndPrintable) {
  EXPECT_EQ(reviewer_named("Zoë Müller").value(), "Zoë Müller");
  EXPECT_EQ(reviewer_named(std::string(longest_name, 'a')).value().size(), longest_name);
  for (const std::string& wrong :
       {std::string(), std::string(longest_name + 1, 'a'), std::string(" ann"), std::string("a\nb"),
        std::string("a\x1b[31m"), std::string("\xff")}) {
    EXPECT_EQ(reviewer_named(wrong).error().code, "reviewer-name");
  }
}

}  // namespace
}  // namespace redcode::record
