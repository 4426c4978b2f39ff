#include "models/secret.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>

namespace redcode::models {
namespace {

template <class T>
concept Streamable = requires(std::ostream& out, const T& value) { out << value; };

TEST(Secret, CannotBePrinted) {
  static_assert(!Streamable<Secret>);
  static_assert(!fmt::is_formattable<Secret>::value);

  EXPECT_EQ(Secret("word").reveal(), "word");
  EXPECT_TRUE(Secret().empty());
}

TEST(Secrets, AreTakenOutOfAText) {
  Secrets secrets;
  secrets.add(Secret("abc"));
  secrets.add(Secret(""));
  secrets.add(Secret("abcdef"));

  EXPECT_EQ(secrets.taken_out_of("x abcdef y abcd z"), "x [key] y [key]d z");
}

TEST(Secrets, OneThatIsAPartOfTheMaskEnds) {
  Secrets secrets;
  secrets.add(Secret("e"));

  EXPECT_EQ(secrets.taken_out_of("be"), "b[key]");
}

}  // namespace
}  // namespace redcode::models
