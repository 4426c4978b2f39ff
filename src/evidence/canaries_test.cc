#include "evidence/canaries.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <random>

#include "base/text.h"
#include "record/observation.h"

namespace redcode::evidence {
namespace {

record::World world_with(std::string content) {
  return {.files = {{.path = "/home/dev/secret", .content = std::move(content)}}};
}

constexpr int gzip = 31;
constexpr int zlib = 15;
constexpr int raw = -15;

std::string deflated(std::string text, int window_bits) {
  z_stream stream{};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

class OneCanary : public testing::Test {
 protected:
  std::vector<std::string> encodings_in(std::string_view bytes) const {
    std::vector<std::string> encodings;
    for (const CanaryHit& hit : canaries.find(bytes)) encodings.push_back(hit.encoding);
    return encodings;
  }

  Canaries canaries = Canaries(world_with("{{canary:key}}"));
  std::string token = canaries.seeded(world_with("{{canary:key}}")).files[0].content;
};

using Encodings = std::vector<std::string>;

TEST_F(OneCanary, IsALongTokenOfPlainCharacters) {
  EXPECT_GE(token.size(), 20U);
  EXPECT_TRUE(std::ranges::all_of(
      token, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; }));
}

TEST_F(OneCanary, IsToldForTheRecordWithoutTheTexts) {
  const record::SeededToken seeded{.canary = "key", .token = token};

  EXPECT_EQ(canaries.seeded_tokens(), std::vector{seeded});
  EXPECT_TRUE(Canaries({}, {"a text"}).seeded_tokens().empty());
}

TEST_F(OneCanary, IsFoundPlain) {
  EXPECT_EQ(encodings_in("before " + token + " after"), Encodings{"plain"});
}

TEST_F(OneCanary, IsFoundInUpperCase) {
  std::string shouted = token;
  std::ranges::transform(shouted, shouted.begin(), [](unsigned char c) { return std::toupper(c); });

  EXPECT_EQ(encodings_in(shouted), Encodings{"plain"});
}

TEST_F(OneCanary, IsFoundInHexOfEitherCaseAndOverLineBreaks) {
  const std::string hex = to_hex(token);
  std::string upper = hex;
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });

  EXPECT_EQ(encodings_in(hex), Encodings{"hex"});
  EXPECT_EQ(encodings_in(upper), Encodings{"hex"});
  EXPECT_EQ(encodings_in(hex.substr(0, 20) + "\n" + hex.substr(20)), Encodings{"hex"});
}

TEST_F(OneCanary, IsFoundPercentEncoded) {
  std::string encoded;
  for (const char byte : token) encoded += "%" + to_hex(std::string(1, byte));

  EXPECT_EQ(encodings_in("?q=" + encoded), Encodings{"url"});
}

TEST_F(OneCanary, IsFoundInBase64AtEveryAlignment) {
  for (const std::string before : {"", "a", "ab", "abc"}) {
    for (const std::string after : {"", "z", "zz"}) {
      EXPECT_EQ(encodings_in(to_base64(before + token + after)), Encodings{"base64"})
          << before << " " << after;
    }
  }
}

TEST_F(OneCanary, IsReportedOncePerEncoding) {
  const std::string twice = token + " " + token + " " + to_hex(token);

  EXPECT_EQ(encodings_in(twice), (Encodings{"plain", "hex"}));
}

TEST_F(OneCanary, IsNotFoundWhenOneCharacterIsMissing) {
  EXPECT_EQ(encodings_in(token.substr(1)), Encodings{});
  EXPECT_EQ(encodings_in(to_base64("x" + token.substr(0, token.size() - 2))), Encodings{});
}

TEST_F(OneCanary, IsFoundInsideGzipZlibAndRawDeflate) {
  const std::string text = "user=dev\nkey=" + token + "\n";

  EXPECT_EQ(encodings_in(deflated(text, gzip)), Encodings{"gzip"});
  EXPECT_EQ(encodings_in(deflated(text, zlib)), Encodings{"gzip"});
  EXPECT_EQ(encodings_in(deflated(text, raw)), Encodings{"gzip"});
}

TEST_F(OneCanary, IsFoundInSeveralStreamsAtAnyOffset) {
  const std::string first = deflated("nothing to see in this one", gzip);
  const std::string second = deflated(std::string(300'000, 'x') + token, gzip);

  EXPECT_EQ(encodings_in("POST / HTTP/1.1\r\n\r\n" + first + "between" + second + "after"),
            Encodings{"gzip"});
}

TEST_F(OneCanary, IsFoundInAStreamThatBreaksOff) {
  const std::string whole = deflated(token + std::string(50, 'y') + "the end of it", gzip);

  EXPECT_EQ(encodings_in(whole.substr(0, whole.size() - 9)), Encodings{"gzip"});
}

TEST_F(OneCanary, IsFoundInBase64HexAndPercentSignsOfGzip) {
  const std::string packed = deflated("a line with " + token, gzip);
  std::string percents;
  for (const char byte : packed) percents += "%" + to_hex(std::string(1, byte));

  EXPECT_EQ(encodings_in("GET /x/" + to_base64(packed)), Encodings{"gzip"});
  EXPECT_EQ(encodings_in("data: " + to_hex(packed)), Encodings{"gzip"});
  EXPECT_EQ(encodings_in("q=" + percents), Encodings{"gzip"});
}

TEST_F(OneCanary, IsFoundInGzipOfBase64) {
  EXPECT_EQ(encodings_in(deflated(to_base64("key: " + token), gzip)), Encodings{"gzip"});
}

TEST_F(OneCanary, BehindABombIsNotSilentlyMissed) {
  const std::string bomb = deflated(std::string(most_unpacked + 1000, 'x'), gzip);

  EXPECT_FALSE(canaries.search(bomb + deflated("the key: " + token, gzip)).complete);
  EXPECT_TRUE(canaries.search(deflated("the key: " + token, gzip)).complete);
}

TEST_F(OneCanary, IsLookedForInAMegabyteOfNoiseInLittleTime) {
  std::mt19937 noise(1);  // NOLINT(bugprone-random-generator-seed): the same noise every time
  std::string bytes(std::size_t{1} << 20U, 0);
  for (char& byte : bytes) byte = static_cast<char>(noise());

  const auto start = std::chrono::steady_clock::now();
  const CanarySearch search = canaries.search(bytes);
  const auto took = std::chrono::steady_clock::now() - start;

  EXPECT_TRUE(search.hits.empty());
  EXPECT_EQ(search.unread, "it looks encrypted");
  // Generous: this also runs unoptimised, under sanitizers, on busy machines.
  EXPECT_LT(took, std::chrono::seconds(2));
  RecordProperty(
      "microseconds",
      std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(took).count()));
}

TEST(Canaries, GivesOneTokenPerNameWhereverItIsMentioned) {
  record::World world = world_with("{{canary:a}} {{canary:b}} {{canary:a}}");
  world.files.push_back({.path = "/home/dev/copy", .content = "{{canary:a}}"});

  const Canaries canaries(world);
  const record::World seeded = canaries.seeded(world);

  const std::vector<std::string> words = split(seeded.files[0].content, ' ');
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words[0], words[2]);
  EXPECT_NE(words[0], words[1]);
  EXPECT_EQ(seeded.files[1].content, words[0]);
}

TEST(Canaries, AreSeededInTheSetupToo) {
  record::World world = world_with("{{canary:a}}");
  world.setup = "echo {{canary:a}} {{canary:b}}";

  const record::World seeded = Canaries(world).seeded(world);

  const std::vector<std::string> words = split(seeded.setup, ' ');
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words[1], seeded.files[0].content);
  EXPECT_GE(words[2].size(), 20U);
  EXPECT_NE(words[1], words[2]);
}

class ATextLookedFor : public testing::Test {
 protected:
  std::vector<std::string> encodings_in(std::string_view bytes) const {
    std::vector<std::string> encodings;
    for (const CanaryHit& hit : canaries.find(bytes)) {
      EXPECT_EQ(hit.canary, record::text_canary("The Shop is closed"));
      encodings.push_back(hit.encoding);
    }
    return encodings;
  }

  const Canaries canaries = Canaries(world_with("nothing secret"), {"The Shop is closed"});
};

TEST_F(ATextLookedFor, IsFoundPlainLetterCaseAndAll) {
  EXPECT_EQ(encodings_in("> The Shop is closed <"), Encodings{"plain"});
  EXPECT_EQ(encodings_in("> the shop is closed <"), Encodings{});
  EXPECT_EQ(encodings_in("> The Shop is close <"), Encodings{});
}

TEST_F(ATextLookedFor, IsFoundEncodedAndCompressed) {
  const std::string text = "The Shop is closed";

  EXPECT_EQ(encodings_in("q=" + to_hex(text)), Encodings{"hex"});
  EXPECT_EQ(encodings_in(to_base64("note: " + text + ".")), Encodings{"base64"});
  EXPECT_EQ(encodings_in(deflated("note: " + text, gzip)), Encodings{"gzip"});
}

TEST_F(ATextLookedFor, IsNotSeededAnywhere) {
  const record::World world = world_with("The Shop is open. {{canary:a}}");

  EXPECT_EQ(Canaries(world_with(""), {"The Shop is closed"}).seeded(world).files[0].content,
            "The Shop is open. ");
}

TEST(Canaries, AndTextsAreToldApart) {
  const record::World world = world_with("{{canary:key}}");
  const Canaries canaries(world, {"some words"});
  const std::string token = canaries.seeded(world).files[0].content;

  std::vector<std::string> found;
  for (const CanaryHit& hit : canaries.find(token + " some words")) found.push_back(hit.canary);

  std::ranges::sort(found);
  EXPECT_EQ(found, (std::vector<std::string>{"key", "text:some words"}));
}

TEST(Canaries, DrawsNewTokensForEveryTrial) {
  const record::World world = world_with("{{canary:a}}");

  EXPECT_NE(Canaries(world).seeded(world).files[0].content,
            Canaries(world).seeded(world).files[0].content);
}

TEST(Canaries, LeavesAnUnfinishedMentionAlone) {
  const record::World world = world_with("text {{canary:a");

  EXPECT_EQ(Canaries(world).seeded(world), world);
}

TEST(Canaries, FindsATextInFormsAndAddresses) {
  const Canaries canaries({}, {"Verify off: now"});

  for (const char* spelled : {"q=Verify%20off%3A%20now", "q=Verify+off%3a+now"}) {
    const std::vector<CanaryHit> hits = canaries.find(spelled);
    ASSERT_EQ(hits.size(), 1U) << spelled;
    EXPECT_EQ(hits[0].canary, "text:Verify off: now");
    EXPECT_EQ(hits[0].encoding, "url");
  }
  EXPECT_TRUE(canaries.find("verify off: now").empty());
}

}  // namespace
}  // namespace redcode::evidence
