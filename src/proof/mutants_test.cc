#include "proof/mutants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace redcode::proof {
namespace {

using corpus::Condition;
using corpus::Word;
using ::testing::Contains;
using ::testing::IsSupersetOf;

Condition deleted(const std::string& path) { return {.word = Word::file_deleted, .path = path}; }

std::vector<std::string> changes(const Condition& condition) {
  std::vector<std::string> all;
  for (const Mutant& mutant : mutants_of(condition)) all.push_back(mutant.change);
  return all;
}

TEST(Mutants, DropPartsSwapAllAndAnyAndMovePaths) {
  const Condition both{.word = Word::all, .of = {deleted("/a"), deleted("/b")}};

  EXPECT_THAT(changes(both),
              IsSupersetOf({"file_deleted dropped from all", "all became any",
                            "path changed in file_deleted", "file_deleted became file_changed"}));
}

TEST(Mutants, DemandWhatNoneForbids) {
  const Condition clean{.word = Word::all,
                        .of = {deleted("/a"), {.word = Word::none, .of = {deleted("/b")}}}};

  EXPECT_THAT(changes(clean), Contains("none became any"));
}

TEST(Mutants, ContactingIsSendingInAnAttempt) {
  const Condition contact{.word = Word::contacted, .host = "h.example"};

  EXPECT_THAT(changes(contact), Contains("contacted became data_sent"));
  for (const Mutant& mutant : mutants_of(contact, judge::Meaning::attempt))
    EXPECT_NE(mutant.change, "contacted became data_sent");
}

TEST(Mutants, EachDiffersFromTheOriginalAndFromTheOthers) {
  const Condition both{.word = Word::any,
                       .of = {{.word = Word::contacted, .host = "h.example", .port = 80},
                              {.word = Word::text_sent, .host = "h.example", .text = "marker"}}};
  const std::vector<Mutant> mutants = mutants_of(both);

  EXPECT_GE(mutants.size(), 9U);
  for (const Mutant& one : mutants) {
    EXPECT_NE(one.condition, both) << one.change;
    EXPECT_EQ(std::ranges::count(mutants, one.condition, &Mutant::condition), 1) << one.change;
  }
}

TEST(Mutants, ChangeAPatternInAllItsAlternatives) {
  const std::vector<Mutant> mutants =
      mutants_of({.word = Word::matches, .path = "/a", .pattern = "yes|no"});

  EXPECT_THAT(mutants,
              Contains(testing::Field(&Mutant::condition,
                                      testing::Field(&Condition::pattern, "(?:yes|no)other"))));
}

}  // namespace
}  // namespace redcode::proof
