#include "sandbox/docker/frames.h"

#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::docker {
namespace {

std::string frame(char stream, std::string_view payload) {
  std::string bytes{stream, '\0', '\0', '\0'};
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(payload.size() >> static_cast<unsigned>(shift) & 0xFFU));
  }
  return bytes.append(payload);
}

TEST(Frames, TellsOutputFromErrors) {
  Frames frames(100);

  frames.feed(frame(1, "hello ") + frame(2, "oops") + frame(1, "world"));

  EXPECT_EQ(frames.out, "hello world");
  EXPECT_EQ(frames.err, "oops");
  EXPECT_FALSE(frames.overflowed());
}

TEST(Frames, DoesNotCareWhereTheStreamIsCut) {
  const std::string stream = frame(1, "first") + frame(2, "") + frame(1, std::string(300, 'x'));
  Frames frames(1000);

  for (const char byte : stream) frames.feed(std::string_view(&byte, 1));

  EXPECT_EQ(frames.out, "first" + std::string(300, 'x'));
  EXPECT_EQ(frames.err, "");
}

TEST(Frames, KeepsBytesThatAreNotText) {
  const std::string binary("\0\xff\x01", 3);
  Frames frames(100);

  frames.feed(frame(1, binary));

  EXPECT_EQ(frames.out, binary);
}

TEST(Frames, CutsBothStreamsAtOneCommonLimit) {
  Frames frames(10);

  frames.feed(frame(1, "12345678") + frame(2, "abcdef") + frame(1, "more"));

  EXPECT_EQ(frames.out, "12345678");
  EXPECT_EQ(frames.err, "ab");
  EXPECT_TRUE(frames.overflowed());
}

TEST(Frames, TakesAHugeAnnouncedLengthWithoutReservingIt) {
  Frames frames(10);

  frames.feed(std::string("\1\0\0\0\xff\xff\xff\xff", 8) + "abc");

  EXPECT_EQ(frames.out, "abc");
}

TEST(Frames, RefusesAStreamThatDoesNotExist) {
  Frames frames(10);

  EXPECT_THROW(frames.feed(frame(7, "x")), Failure);
}

TEST(Frames, KnowsWhetherTheStreamMayEndHere) {
  Frames frames(100);

  EXPECT_TRUE(frames.whole());
  frames.feed(std::string("\1\0\0\0\0\0\0\3a", 9));
  EXPECT_FALSE(frames.whole());
  frames.feed("bc");
  EXPECT_TRUE(frames.whole());
  frames.feed(std::string("\1\0", 2));
  EXPECT_FALSE(frames.whole());
}

}  // namespace
}  // namespace redcode::docker
