#include "sandbox/image/packages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::image {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string sum_a(64, 'a');
const std::string sum_b(64, 'b');

TEST(Packages, AreThoseThatDpkgSaysAreInstalled) {
  const Packages packages = installed_packages(
      "Package: zlib1g\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1:1.2\n"
      "Description: a library\n Package: not this\n\n"
      "Package: gone\nStatus: deinstall ok config-files\nArchitecture: all\nVersion: 1\n\n\n"
      "Package: adduser\nStatus: install ok installed\nArchitecture: all\nVersion: 3.134");

  EXPECT_THAT(packages,
              ElementsAre(Package{"adduser", "3.134", "all"}, Package{"zlib1g", "1:1.2", "amd64"}));
}

TEST(Packages, GetTheirDigestsFromAMirrorsIndex) {
  Packages packages{{"apt", "2.6.1", "amd64"}, {"base", "1", "all"}, {"curl", "7", "amd64"}};

  add_digests(packages, "Package: apt\nVersion: 2.6.0\nArchitecture: amd64\nSHA256: " + sum_b +
                            "\n\nPackage: apt\nArchitecture: amd64\nVersion: 2.6.1\nSHA256: " +
                            sum_a + "\n\nPackage: base\nVersion: 1\nArchitecture: all\nSHA256: x");

  EXPECT_THAT(packages, ElementsAre(Package{"apt", "2.6.1", "amd64", sum_a},
                                    Package{"base", "1", "all"}, Package{"curl", "7", "amd64"}));
}

TEST(Packages, ComeBackFromTheirText) {
  const Packages packages{{"apt", "2.6.1", "amd64", sum_a}, {"base", "1", "all"}};

  const std::string text = packages_text(packages);

  EXPECT_EQ(text, "apt 2.6.1 amd64 " + sum_a + "\nbase 1 all -\n");
  EXPECT_EQ(packages_from("# of a day\n\n" + text + "   # the end"), packages);
}

TEST(Packages, AreRefusedWithTheLineThatIsNone) {
  EXPECT_THAT(packages_from("apt 1 amd64 -\napt 1 amd64\n").error().message, HasSubstr("line 2"));
  EXPECT_FALSE(packages_from("apt 1 amd64 abc"));
  EXPECT_FALSE(packages_from("apt 1 amd64 - more"));
  EXPECT_FALSE(packages_from("apt \x1b[2J amd64 -"));
  EXPECT_FALSE(packages_from(std::string(2000, 'x') + " 1 amd64 -"));
}

TEST(Packages, AreBoundedInNumber) {
  std::string text;
  for (int i = 0; i < 20'001; ++i) text += "p 1 all -\n";

  EXPECT_FALSE(packages_from(text));
}

TEST(Packages, TellHowTheyDiffer) {
  const Packages wanted{{"apt", "1", "amd64", sum_a},
                        {"base", "1", "all", sum_a},
                        {"curl", "1", "amd64", sum_a},
                        {"dash", "1", "amd64", sum_a},
                        {"file", "1", "amd64", sum_a}};
  const Packages have{{"apt", "1", "amd64", sum_a},
                      {"base", "1", "all", sum_b},
                      {"curl", "2", "amd64", sum_b},
                      {"echo", "3", "amd64", ""},
                      {"file", "1", "amd64", ""}};

  EXPECT_THAT(differences(wanted, have),
              ElementsAre("base: 1, but another file of that version", "curl:amd64: 2 instead of 1",
                          "dash:amd64: missing, not 1", "echo:amd64: 3, not listed"));
  EXPECT_THAT(differences(have, have), IsEmpty());
}

}  // namespace
}  // namespace redcode::image
