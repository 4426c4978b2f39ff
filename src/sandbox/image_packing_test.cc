#include "sandbox/image_packing.h"

#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::sandbox {
namespace {

std::string packed(std::string_view plain) {
  Packer packer;
  std::string bytes = packer.pack(plain.substr(0, plain.size() / 3));
  bytes += packer.pack(plain.substr(plain.size() / 3));
  return bytes + packer.finish();
}

// Gives the packed bytes in pieces of `step`.
std::string unpacked(Unpacker& unpacker, const std::string& bytes, std::size_t step) {
  std::string plain;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    unpacker.give(bytes.substr(at, step));
    for (std::string block = unpacker.next(); !block.empty(); block = unpacker.next())
      plain += block;
  }
  unpacker.finish();
  return plain;
}

std::string noise(std::size_t size) {
  std::string bytes;
  std::uint32_t state = 1;
  while (bytes.size() < size) {
    state = state * 1664525U + 1013904223U;
    bytes.push_back(static_cast<char>(state >> 24U));
  }
  return bytes;
}

TEST(ImagePacking, GivesBackWhatItTookWhateverThePieces) {
  const std::string plain = noise(3'000'000) + std::string(5'000'000, 'x');
  const std::string bytes = packed(plain);

  for (const std::size_t step : {std::size_t{997}, std::size_t{1} << 20U, bytes.size()}) {
    Unpacker unpacker;
    EXPECT_TRUE(unpacked(unpacker, bytes, step) == plain) << step;
  }
}

TEST(ImagePacking, HandsOutBlocksHoweverWellTheyCompress) {
  Unpacker unpacker;
  unpacker.give(packed(std::string(50'000'000, 'x')));

  EXPECT_LE(unpacker.next().size(), std::size_t{1} << 20U);
}

TEST(ImagePacking, StopsAtItsLimit) {
  const std::string bytes = packed(std::string(5'000'000, 'x'));
  Unpacker enough(5'000'000);
  Unpacker too_little(4'999'999);

  EXPECT_EQ(unpacked(enough, bytes, bytes.size()).size(), 5'000'000U);
  EXPECT_THROW(unpacked(too_little, bytes, bytes.size()), Failure);
}

TEST(ImagePacking, RefusesWhatIsNotPackedOrBreaksOff) {
  const std::string bytes = packed(noise(100'000));
  Unpacker of_nothing;
  Unpacker of_words;
  Unpacker of_half;

  EXPECT_THROW(of_nothing.finish(), Failure);
  EXPECT_THROW(unpacked(of_words, "these are words", 4), Failure);
  EXPECT_THROW(unpacked(of_half, bytes.substr(0, bytes.size() - 1), 1000), Failure);
}

}  // namespace
}  // namespace redcode::sandbox
