#include "base/digest.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "base/text.h"

namespace redcode {
namespace {

TEST(Digest, MatchesThePublishedVectorForAbc) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digest, OfNothingIsTheWellKnownOne) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Digest, OfPiecesIsThatOfTheWhole) {
  Sha256 digest;
  digest.add("a");
  digest.add("");
  digest.add("bc");

  EXPECT_EQ(digest.finish(), sha256_hex("abc"));
}

TEST(Digest, WithAKeyMatchesTheSecondVectorOfRfc4231) {
  EXPECT_EQ(to_hex(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(Digest, OfAFileIsThatOfItsBytes) {
  const TempDir folder("digest-test");
  const std::string bytes(100'000, 'x');
  std::ofstream(folder.path() / "file") << bytes;

  const std::string digest = file_digest(folder.path() / "file");

  EXPECT_EQ(digest, "sha256:" + sha256_hex(bytes));
  EXPECT_THROW(file_digest(folder.path() / "none"), Failure);
}

}  // namespace
}  // namespace redcode
