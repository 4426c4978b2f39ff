// S3Store against a real server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/this_coro.hpp>
#include <random>
#include <set>

#include "base/digest.h"
#include "base/pause.h"
#include "base/run.h"
#include "base/scope.h"
#include "http/http.h"
#include "record/packing.h"
#include "run/store/s3_server_for_tests.h"
#include "run/store/s3_store.h"

namespace redcode::store {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

// Does not compress.
std::string noise(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

struct S3 : testing::Test {
  S3Server server;
  S3Store store{server.place()};

  std::string put(std::string bytes) { return run(store.put(std::move(bytes))); }
  std::string get(const std::string& digest) { return run(store.get(digest)); }

  std::optional<Failure> failure_of_get(const std::string& digest) {
    try {
      get(digest);
    } catch (const Failure& failure) {
      return failure;
    }
    return std::nullopt;
  }

  // What the server holds under `digest`, past any store.
  http::Response raw(std::string method, const std::string& digest, std::string body = {}) {
    const S3Place place = server.place();
    return run(http::exchange(place.endpoint, {.method = std::move(method),
                                               .target = place.root + record::blob_path(digest),
                                               .body = std::move(body)}));
  }
};

Task<> put_into(S3Store& store, std::string bytes) { co_await store.put(std::move(bytes)); }

Task<> put_all(S3Store& store, unsigned count, std::size_t size) {
  Scope scope(co_await asio::this_coro::executor);
  for (unsigned i = 0; i < count; ++i) scope.spawn(put_into(store, noise(size, i)));
  co_await scope.join();
}

TEST_F(S3, GivesBackWhatWasPut) {
  const std::string empty = put("");
  const std::string text = put("some transcript");

  EXPECT_EQ(text, sha256_hex("some transcript"));
  EXPECT_EQ(get(text), "some transcript");
  EXPECT_EQ(get(empty), "");
  EXPECT_EQ(raw("GET", text).body, record::pack("some transcript"));
}

TEST_F(S3, PuttingTwiceIsTheSameAsOnce) {
  const std::string large = noise(3'000'000, 1);
  const std::string first = put(large);

  const std::string second = put(large);
  const std::string third = put("small");
  const std::string fourth = put("small");

  EXPECT_EQ(first, second);
  EXPECT_EQ(third, fourth);
  EXPECT_EQ(get(first), large);
  EXPECT_EQ(get(third), "small");
}

TEST_F(S3, LooksBeforeItSendsWhatIsLarge) {
  const std::string large = noise(3'000'000, 2);
  const std::string digest = put(large);
  raw("PUT", digest, "a mark");

  put(large);

  EXPECT_EQ(raw("GET", digest).body, "a mark");  // so nothing was sent
}

TEST_F(S3, AWrongKeyIsRefusedAndNotRepeated) {
  S3Store stranger(server.place("WRONGKEYWRONGKEY"));

  try {
    run(stranger.put("bytes"));
    FAIL() << "it was let in";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), Failure::Kind::unavailable);
    EXPECT_THAT(failure.what(), HasSubstr("HTTP 403 InvalidAccessKeyId"));
    EXPECT_THAT(failure.what(), Not(HasSubstr("WRONGKEY")));
  }
}

TEST_F(S3, WhatIsNotThereIsUnavailable) {
  const auto missing = failure_of_get(std::string(64, '0'));
  const auto nonsense = failure_of_get("../../other");

  ASSERT_TRUE(missing && nonsense);
  EXPECT_EQ(missing->kind(), Failure::Kind::unavailable);
  EXPECT_THAT(missing->what(), HasSubstr("no blob 000"));
  EXPECT_EQ(nonsense->kind(), Failure::Kind::unavailable);
}

TEST_F(S3, ABucketThatIsNotThereIsNamed) {
  S3Place place = server.place();
  place.root = "/nowhere/";
  S3Store lost(place);

  try {
    run(lost.put("bytes"));
    FAIL() << "it was taken";
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("/nowhere/: HTTP 404 NoSuchBucket"));
  }
}

TEST_F(S3, WhatIsSomethingElseIsCorrupt) {
  const std::string garbled = put("first");
  const std::string swapped = put("second");
  raw("PUT", garbled, "junk");
  raw("PUT", swapped, record::pack("something else"));

  const auto first = failure_of_get(garbled);
  const auto second = failure_of_get(swapped);

  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->kind(), Failure::Kind::corrupt);
  EXPECT_EQ(second->kind(), Failure::Kind::corrupt);
}

TEST_F(S3, AHundredPutsAtOnceAllArrive) {
  run(put_all(store, 100, 50'000));

  for (unsigned i = 0; i < 100; i += 9) {
    const std::string bytes = noise(50'000, i);
    EXPECT_EQ(get(sha256_hex(bytes)), bytes);
  }
}

TEST_F(S3, TwentyMebibytesComeBack) {
  const std::string bytes = noise(std::size_t{20} << 20U, 3);

  const std::string digest = put(bytes);

  EXPECT_EQ(get(digest), bytes);
}

Task<> put_and_tell(S3Store& store, unsigned seed, std::set<unsigned>& waiting) {
  co_await store.put(noise(900'000, seed));
  waiting.erase(seed);
}

// Gives the blobs that were not stored when the server came back. (It answers before it has written
// everything, so that what it had answered when it was killed proves nothing.)
Task<std::set<unsigned>> put_while_it_dies(S3Server& server, S3Store& store) {
  Scope scope(co_await asio::this_coro::executor);
  std::set<unsigned> waiting;
  for (unsigned i = 0; i < 40; ++i) waiting.insert(i);
  for (unsigned i = 0; i < 40; ++i) scope.spawn(put_and_tell(store, i, waiting));
  while (waiting.size() == 40) co_await pause_for(1ms);
  server.kill();
  co_await pause_for(1s);
  std::set<unsigned> interrupted = waiting;
  server.start();
  co_await scope.join();
  co_return interrupted;
}

TEST_F(S3, PutsOutliveARestartOfTheServer) {
  const std::set<unsigned> interrupted = run(put_while_it_dies(server, store));

  EXPECT_FALSE(interrupted.empty());  // or it did not die in the middle
  for (const unsigned i : interrupted) {
    const std::string bytes = noise(900'000, i);
    EXPECT_EQ(sha256_hex(get(sha256_hex(bytes))), sha256_hex(bytes));
  }
}

}  // namespace
}  // namespace redcode::store
