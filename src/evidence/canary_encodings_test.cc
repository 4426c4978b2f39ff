// How canaries are recognised however they are written.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "base/text.h"
#include "evidence/canaries.h"
#include "record/observation.h"

namespace redcode::evidence {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string spelled_token = "k7f2m9qz4xw8_p3vd6tn1bsh-5c0yrj2g";

class Encoded : public testing::Test {
 protected:
  std::vector<std::string> in(std::string_view bytes) const {
    std::vector<std::string> encodings;
    for (const CanaryHit& hit : canaries.find(bytes)) encodings.push_back(hit.encoding);
    return encodings;
  }
  template <class Spell>
  static std::string each(const Spell& spell) {
    std::string all;
    for (const char c : spelled_token) all += spell(c);
    return all;
  }

  const Canaries canaries = Canaries::drawn_before({{"key", spelled_token}});
};

std::string base(std::string_view bytes, std::string_view digits, unsigned bits) {
  std::string encoded;
  unsigned pending = 0;
  unsigned count = 0;
  for (const unsigned char byte : bytes) {
    pending = pending << 8U | byte;
    for (count += 8; count >= bits; count -= bits)
      encoded += digits[pending >> (count - bits) & ((1U << bits) - 1)];
  }
  if (count > 0) encoded += digits[pending << (bits - count) & ((1U << bits) - 1)];
  return encoded;
}

TEST_F(Encoded, InBase32AtEveryAlignment) {
  std::string before;
  for (int i = 0; i < 5; ++i, before += '#') {
    const std::string text =
        base(before + spelled_token + "z", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 5);
    EXPECT_THAT(in("x=" + text), ElementsAre("base32")) << i;
    EXPECT_THAT(in(lower(text)), ElementsAre("base32")) << i;
  }
}

std::string ascii85(std::string bytes) {
  std::string encoded;
  bytes.resize((bytes.size() + 3) / 4 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 4) {
    std::uint32_t group = 0;
    for (const unsigned char byte : bytes.substr(at, 4)) group = group << 8U | byte;
    std::string digits(5, '!');
    for (int i = 4; i >= 0; --i, group /= 85) digits[i] = static_cast<char>('!' + group % 85);
    encoded += digits;
  }
  return encoded;
}

TEST_F(Encoded, InBase85AtEveryAlignment) {
  for (const char* before : {"", "a", "ab", "abc", "abcd"}) {
    EXPECT_THAT(in("<~" + ascii85(before + spelled_token) + "~>"), ElementsAre("base85")) << before;
  }
}

TEST_F(Encoded, TurnedAround) {
  std::string rot = spelled_token;
  for (char& c : rot)
    if (c >= 'a' && c <= 'z') c = static_cast<char>('a' + (c - 'a' + 13) % 26);

  EXPECT_THAT(in(rot), ElementsAre("rot13"));
  EXPECT_THAT(in(std::string(spelled_token.rbegin(), spelled_token.rend())),
              ElementsAre("reversed"));
}

TEST_F(Encoded, WithOtherSignsBetween) {
  EXPECT_THAT(in(each([](char c) { return fmt::format("{} ", c); })), ElementsAre("spaced"));
  EXPECT_THAT(in(each([](char c) { return fmt::format("'{}',\n", c); })), ElementsAre("spaced"));
  EXPECT_THAT(in(spelled_token.substr(0, 9) + "\" + \"" + spelled_token.substr(9)),
              ElementsAre("spaced"));
}

TEST_F(Encoded, InUtf16OfEitherOrder) {
  const std::string little = each([](char c) { return std::string{c, '\0'}; });
  const std::string big = each([](char c) { return std::string{'\0', c}; });

  EXPECT_THAT(in("\xFF\xFE" + little), ElementsAre("utf-16"));
  EXPECT_THAT(in("\xFE\xFF" + big), ElementsAre("utf-16"));
}

TEST_F(Encoded, InEscapes) {
  EXPECT_THAT(in(each([](char c) { return fmt::format("\\u{:04x}", int{c}); })),
              ElementsAre("escapes"));
  EXPECT_THAT(in(each([](char c) { return fmt::format("\\x{:02X}", int{c}); })),
              ElementsAre("escapes"));
  EXPECT_THAT(in(each([](char c) { return fmt::format("&#{};", int{c}); })), Contains("html"));
  EXPECT_THAT(in(each([](char c) { return fmt::format("{}, ", int{c}); })), ElementsAre("decimal"));
}

TEST_F(Encoded, PartlyInEscapes) {
  const std::string rest = spelled_token.substr(1);

  EXPECT_THAT(in("\"\\u006b" + rest + "\""), ElementsAre("escapes"));
  EXPECT_THAT(in("q=%6b" + rest), ElementsAre("url"));
  EXPECT_THAT(in("<b>&#x6b;" + rest), ElementsAre("html"));
}

TEST_F(Encoded, InBase64TwiceAndOfHex) {
  EXPECT_THAT(in(to_base64(to_base64("the key is " + spelled_token))), ElementsAre("base64"));
  EXPECT_THAT(in(to_base64(to_hex("the key is " + spelled_token))), ElementsAre("base64"));
}

TEST_F(Encoded, XoredWithOneByte) {
  for (const int key : {1, 0x20, 0x5A, 0xFF}) {
    std::string bytes = "behind " + spelled_token + " and before";
    for (char& c : bytes) c = static_cast<char>(c ^ key);
    EXPECT_THAT(in(bytes), ElementsAre("xor")) << key;
  }
}

TEST_F(Encoded, InABodySentInChunks) {
  const std::string head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string half = fmt::format("{:x}\r\n{}\r\n", 10, spelled_token.substr(0, 10));
  const std::string rest =
      fmt::format("{:x}\r\n{}\r\n", spelled_token.size() - 10, spelled_token.substr(10));

  EXPECT_THAT(in(head + half + rest + "0\r\n\r\n"), Contains("plain"));
}

TEST_F(Encoded, IsSeenInPiecesOfSixCharacters) {
  const CanarySearch first = canaries.search("a=" + spelled_token.substr(0, 9));
  const CanarySearch second =
      canaries.search("b=" + spelled_token.substr(9, 10) + "&c=" + spelled_token.substr(18));
  const CanarySearch short_ones =
      canaries.search(spelled_token.substr(0, 5) + "#!" + spelled_token.substr(6, 5));

  EXPECT_THAT(first.hits, IsEmpty());
  EXPECT_NE(first.pieces.at("key"), canaries.whole("key"));
  EXPECT_EQ(first.pieces.at("key") | second.pieces.at("key"), canaries.whole("key"));
  EXPECT_THAT(short_ones.pieces, IsEmpty());
}

TEST(HexToken, IsNotFoundInPiecesOfListsOfDigests) {
  const Canaries canaries = Canaries::drawn_before({{"key", "0123456789abcdef0123456789abcdef"}});

  EXPECT_THAT(canaries.search("0123456").pieces, IsEmpty());
  EXPECT_EQ(canaries.search("01234567").pieces.size(), 1U);
}

TEST_F(Encoded, IsNotSeenInNoise) {
  std::mt19937 noise(7);  // NOLINT(bugprone-random-generator-seed): the same noise every time
  std::string text;
  for (int i = 0; i < 2'000'000; ++i) text += "abcdefghijklmnopqrstuvwxyz0123456789"[noise() % 36];

  const CanarySearch search = canaries.search(text);

  EXPECT_THAT(search.hits, IsEmpty());
  EXPECT_THAT(search.pieces, IsEmpty());
  EXPECT_TRUE(search.complete) << search.unread;
}

TEST(Text, IsFoundPartlyEscapedAndInUtf16) {
  const Canaries canaries({}, {"everything"});
  std::string wide;
  for (const char c : std::string_view("everything")) wide += std::string{c, '\0'};

  const auto hit = [](const char* encoding) {
    return CanaryHit{.canary = "text:everything", .encoding = encoding};
  };
  EXPECT_THAT(canaries.find(R"({"allowed":["every\u0074hing"]})"), ElementsAre(hit("escapes")));
  EXPECT_THAT(canaries.find(wide), ElementsAre(hit("utf-16")));
  EXPECT_THAT(canaries.find("e v e r y t h i n g"), IsEmpty());
}

}  // namespace
}  // namespace redcode::evidence
