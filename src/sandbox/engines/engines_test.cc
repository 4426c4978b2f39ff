#include "sandbox/engines/engines.h"

#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::engines {
namespace {

TEST(EngineName, IsAnEngineAndPerhapsItsRuntime) {
  EXPECT_EQ(engine_parts("oci").engine, "oci");
  EXPECT_EQ(engine_parts("oci").runtime, "");
  EXPECT_EQ(engine_parts("oci+runsc").engine, "oci");
  EXPECT_EQ(engine_parts("oci+runsc").runtime, "runsc");
}

TEST(MakeEngine, GivesTheEngineOfThatNameAndRuntime) {
  EXPECT_EQ(make_engine("oci+crun")->name(), "oci+crun");
  EXPECT_EQ(make_engine("docker+runsc")->name(), "docker+runsc");
}

TEST(MakeEngine, StartsNoRuntimeThatIsNotThere) {
  EXPECT_THROW(make_engine("oci+no-such-runtime"), Failure);
}

TEST(MakeEngine, NamesTheNearestForAMistypedOne) {
  try {
    make_engine("dockr");
    FAIL() << "there is no such engine";
  } catch (const Failure& failure) {
    EXPECT_NE(std::string(failure.what()).find("did you mean docker?"), std::string::npos)
        << failure.what();
  }
}

}  // namespace
}  // namespace redcode::engines
