#include "agents/architectures.h"

#include <gtest/gtest.h>

namespace redcode::agents {
namespace {

TEST(Architectures, EachIsMadeByTheNameItGivesItself) {
  for (const std::string& name : architecture_names()) {
    const std::unique_ptr<Architecture> made = architecture_named(name, "Work.");
    ASSERT_NE(made, nullptr) << name;
    EXPECT_EQ(made->architecture(), name);
  }
}

TEST(Architectures, ThereIsNoneOfAnotherName) {
  EXPECT_EQ(architecture_named("codact", "Work."), nullptr);
}

}  // namespace
}  // namespace redcode::agents
