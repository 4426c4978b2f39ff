#include "record/packing.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "base/failure.h"

namespace redcode::record {
namespace {

TEST(Packing, GivesBackWhatWasPacked) {
  const std::string empty;
  const std::string text(100'000, 'x');

  const Result<std::string> nothing = unpack(pack(empty), sha256_hex(empty));
  const Result<std::string> much = unpack(pack(text), sha256_hex(text));

  ASSERT_TRUE(nothing && much);
  EXPECT_EQ(*nothing, empty);
  EXPECT_EQ(*much, text);
}

TEST(Packing, TellsDamageFromContent) {
  const std::string packed = pack("content");

  const Result<std::string> cut =
      unpack(packed.substr(0, packed.size() - 3), sha256_hex("content"));
  const Result<std::string> other = unpack(packed, sha256_hex("other content"));
  const Result<std::string> no_frame = unpack("not zstd at all", sha256_hex("content"));

  EXPECT_EQ(cut.error().code, "blob-damaged");
  EXPECT_EQ(other.error().code, "blob-damaged");
  EXPECT_EQ(no_frame.error().code, "blob-damaged");
}

TEST(Packing, TakesNoMoreThanTheLargestBlob) {
  const std::string too_long(largest_blob + 1, 'x');

  try {
    pack(too_long);
    ADD_FAILURE() << "it was packed";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), Failure::Kind::too_large);
  }
}

TEST(Packing, NamesABlobByItsDigestAlone) {
  const std::string digest = sha256_hex("");

  EXPECT_TRUE(is_digest(digest));
  EXPECT_FALSE(is_digest("../../etc/passwd"));
  EXPECT_FALSE(is_digest(digest.substr(1)));
  EXPECT_EQ(blob_path(digest),
            "e3/b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.zst");
}

}  // namespace
}  // namespace redcode::record
