#include "base/proc_stat.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace redcode {
namespace {

constexpr std::string_view rest =
    " 1 7 7 0 -1 4194564 107 0 0 0 0 3 0 0 20 0 1 0 123456 2785280 320 18446744073709551615\n";

TEST(ProcStat, ReadsWhatTheKernelWrites) {
  const auto told = parse_proc_stat("7 (crun) Z" + std::string(rest));

  EXPECT_EQ(told,
            (ProcStat{.name = "crun", .state = 'Z', .flags = 4194564, .start_time = "123456"}));
}

TEST(ProcStat, AProgramCannotForgeFieldsByItsName) {
  const auto told = parse_proc_stat("7 (x) Z 1 (y) S" + std::string(rest));

  ASSERT_TRUE(told);
  EXPECT_EQ(told->name, "x) Z 1 (y");
  EXPECT_EQ(told->state, 'S');
  EXPECT_EQ(told->start_time, "123456");
}

TEST(ProcStat, TextThatIsCutShortIsNoProcess) {
  const std::string whole = "7 (crun) Z" + std::string(rest);
  for (std::size_t size = 0; size < whole.find("123456"); ++size)
    EXPECT_FALSE(parse_proc_stat(whole.substr(0, size))) << size;
}

TEST(ProcStat, TellsOfThisProcessAndOfNoneThatIsNotThere) {
  const auto told = proc_stat(std::to_string(::getpid()));

  ASSERT_TRUE(told);
  EXPECT_EQ(told->state, 'R');
  EXPECT_FALSE(told->start_time.empty());
  EXPECT_FALSE(proc_stat("0"));
}

}  // namespace
}  // namespace redcode
