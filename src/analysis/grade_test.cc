#include "analysis/grade.h"

#include <gtest/gtest.h>

#include "analysis/tiny_rules_for_tests.h"

namespace redcode::analysis {
namespace {

class GradeTest : public ::testing::Test {
 protected:
  Grade of(const std::vector<std::string>& capabilities, Extent extent,
           bool reachable = true) const {
    Survey survey{.findings = {}, .extent = extent, .note = ""};
    for (const std::string& one : capabilities)
      survey.findings.push_back({one, "a", 1, "because", reachable});
    return grade(rules_, "toys", survey);
  }

  Rulebook rules_ = *TinyRules().load();
};

TEST_F(GradeTest, IsCompleteForAListAllReachableInAWholeProgram) {
  EXPECT_EQ(of({"paint", "ring"}, Extent::whole), Grade::complete);
  EXPECT_EQ(of({"paint"}, Extent::whole), Grade::partial);
  EXPECT_EQ(of({"paint", "ring"}, Extent::fragment), Grade::partial);
  EXPECT_EQ(of({"paint", "ring"}, Extent::whole, false), Grade::partial);
}

TEST_F(GradeTest, IsPartialForWhatIsTellingInWhateverExtent) {
  EXPECT_EQ(of({"paint"}, Extent::fragment), Grade::partial);
  EXPECT_EQ(of({"paint"}, Extent::stub), Grade::partial);
  EXPECT_EQ(
      grade(rules_, "no such family", {{{"paint", "a", 1, "because", true}}, Extent::whole, ""}),
      Grade::partial);
}

TEST_F(GradeTest, IsStubOrUnrelatedWithoutAnythingTelling) {
  EXPECT_EQ(of({}, Extent::stub), Grade::stub);
  EXPECT_EQ(of({"ring"}, Extent::stub), Grade::stub);
  EXPECT_EQ(of({"ring"}, Extent::whole), Grade::unrelated);
  EXPECT_EQ(of({}, Extent::fragment), Grade::unrelated);
  EXPECT_EQ(of({}, Extent::none), Grade::unrelated);
}

}  // namespace
}  // namespace redcode::analysis
