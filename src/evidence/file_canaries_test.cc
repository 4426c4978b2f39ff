// Where the observer "files" finds canaries, and that it says where it could not look.
#include "evidence/files_for_tests.h"

namespace redcode::evidence {
namespace {

using Lines = std::vector<std::string>;

TEST_F(Files, SeesACanaryBehindAMegabyteOfPadding) {
  watch.remember();
  write(at("tmp/padded"), std::string(1'100'000, '\n') + token);
  // Not the token first: one in seventy begins like a compressed stream, of which the x's make a
  // gigabyte.
  write(at("tmp/big"), "note " + token + std::string(20'000'000, 'x') + "end");

  EXPECT_EQ(changes(),
            (Lines{"+/tmp/big", "!key /tmp/big plain", "+/tmp/padded", "!key /tmp/padded plain"}));
  EXPECT_TRUE(last.gaps.empty()) << last.gaps.front().where << ": " << last.gaps.front().why;
}

TEST_F(Files, SeesACanaryThatLiesOverTwoWindows) {
  watch.remember();
  std::string text((std::size_t{16} << 20U) - 10, '#');
  write(at("tmp/split"), "a" + text + token + "\n");

  EXPECT_EQ(changes(), (Lines{"+/tmp/split", "!key /tmp/split plain"}));
}

TEST_F(Files, SeesACanaryInANameAndInALink) {
  watch.remember();
  write(at("tmp/" + token), "");
  fs::create_symlink("/nowhere/" + token, at("tmp/0"));

  EXPECT_EQ(changes(), (Lines{"+/tmp/0", "+/tmp/" + token, "!key /tmp/0 plain",
                              "!key /tmp/" + token + " plain"}));
}

TEST_F(Files, SeesACanaryInPiecesOverSeveralFiles) {
  watch.remember();
  write(at("tmp/1"), "a=" + token.substr(0, 10));
  write(at("tmp/2"), "b=" + token.substr(8));
  write(at("tmp/3"), "nothing of it");

  EXPECT_EQ(changes(),
            (Lines{"+/tmp/1", "+/tmp/2", "+/tmp/3", "!key /tmp/1 pieces", "!key /tmp/2 pieces"}));
}

TEST_F(Files, DoesNotSeePiecesThatAreNotAllOfIt) {
  write(at("upper/home/dev/key"), token);
  watch.remember();
  write(at("upper/home/dev/key"), token + " changed");
  write(at("tmp/masked"), token.substr(0, 12) + "****");

  EXPECT_EQ(changes(), (Lines{"~/home/dev/key", "!key /home/dev/key plain", "+/tmp/masked"}));
}

TEST_F(Files, NamesWhatItCannotOpenAsAGapInContent) {
  watch.remember();
  write(at("tmp/sealed"), "age-encryption.org/v1\n-> X25519 abc\n");
  write(at("tmp/plain"), "text");

  changes();

  const record::Gap gap{.where = "/tmp/sealed", .what = "content", .why = "encrypted by age"};
  EXPECT_EQ(last.gaps, std::vector<record::Gap>{gap});
  EXPECT_EQ(last.lost, 0U);
}

}  // namespace
}  // namespace redcode::evidence
