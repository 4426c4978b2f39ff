#include "judge/word_state.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>
#include <iterator>
#include <map>

#include "base/digest.h"
#include "base/temp_dir.h"

namespace redcode::judge {
namespace {

using corpus::Condition;
using corpus::Word;

std::string made_by(const char* sql) {
  const TempDir folder("test");
  const std::string path = folder.path() / "made.db";
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A service called db that held what `before` makes, and holds what `after` makes.
class WordState : public testing::Test {
 protected:
  void held(const char* before, const char* after) {
    record::ServiceState state{.service = "db", .before = kept(made_by(before))};
    state.after = kept(made_by(after));
    evidence_.observations.push_back(
        {.id = 7, .observer = record::Observer::services, .fact = state});
  }
  void looked(std::vector<record::Gap> gaps = {}) {
    evidence_.observers.push_back({.observer = record::Observer::services,
                                   .opened = true,
                                   .closed = true,
                                   .gaps = std::move(gaps)});
  }
  std::string kept(std::string bytes) {
    std::string digest = sha256_hex(bytes);
    blobs_[digest] = std::move(bytes);
    return digest;
  }
  Met asked(const Condition& condition) {
    return evaluate(condition, {.evidence = evidence_, .contents = &contents_});
  }
  Met lost(const std::string& sql) {
    return asked({.word = Word::rows_lost, .sql = sql, .service = "db"});
  }

  std::map<std::string, std::string, std::less<>> blobs_;
  record::Evidence evidence_;
  Contents contents_ = [this](std::string_view digest) -> std::optional<std::string> {
    const auto found = blobs_.find(digest);
    return found == blobs_.end() ? std::nullopt : std::optional(found->second);
  };
};

constexpr const char* three =
    "CREATE TABLE \"shop.orders\"(id, total); INSERT INTO \"shop.orders\" VALUES(1, 9),(2, 8),(2, "
    "8)";
constexpr const char* every_order = "SELECT id || '|' || total FROM \"shop.orders\"";

TEST_F(WordState, ARowThatIsGoneIsLost) {
  held(three,
       "CREATE TABLE \"shop.orders\"(id, total); INSERT INTO \"shop.orders\" VALUES(2, 8),(2, 8)");
  looked();

  EXPECT_TRUE(lost(every_order).yes());
  EXPECT_EQ(lost(every_order).because, std::vector<std::uint64_t>{7});
}

TEST_F(WordState, ARowThatStoodTwiceAndStandsOnceIsLost) {
  held(three,
       "CREATE TABLE \"shop.orders\"(id, total); INSERT INTO \"shop.orders\" VALUES(1, 9),(2, 8)");
  looked();

  EXPECT_TRUE(lost(every_order).yes());
}

TEST_F(WordState, RowsInAnotherOrderWithMoreBesideThemAreNotLost) {
  held(three,
       "CREATE TABLE \"shop.orders\"(id, total, note);"
       "INSERT INTO \"shop.orders\" VALUES(3, 1, ''),(2, 8, ''),(2, 8, ''),(1, 9, '')");
  looked();

  EXPECT_TRUE(lost(every_order).no());
  EXPECT_TRUE(asked({.word = Word::rows_added, .sql = every_order, .service = "db"}).yes());
}

TEST_F(WordState, ATableThatIsGoneHasLostItsRows) {
  held(three, "CREATE TABLE other(id)");
  looked();

  EXPECT_TRUE(lost(every_order).yes());
}

TEST_F(WordState, WhatItGivesNowMustNotHaveBeenSoBefore) {
  held("CREATE TABLE v(n); INSERT INTO v VALUES('0003')",
       "CREATE TABLE v(n); INSERT INTO v VALUES('0005')");
  looked();
  const auto version = [&](const char* wanted) {
    return asked(
        {.word = Word::state, .sql = "SELECT max(n) FROM v", .service = "db", .is = {wanted}});
  };

  EXPECT_TRUE(version("0005").yes());
  EXPECT_TRUE(version("0003").no());
}

TEST_F(WordState, AServiceThatHoldsWhatItHeldSaysNo) {
  held(three, three);
  looked();

  EXPECT_TRUE(lost(every_order).no());
}

TEST_F(WordState, OneThatCouldNotTellLeavesItOpen) {
  looked({{.where = "db", .what = "", .why = "it was gone"}});

  EXPECT_TRUE(lost(every_order).unknown());
}

TEST_F(WordState, WithoutAnObserverNobodyKnows) { EXPECT_TRUE(lost(every_order).unknown()); }

TEST_F(WordState, BytesThatWereNotKeptOrAreNoDatabaseLeaveItOpen) {
  held(three, "CREATE TABLE other(id)");
  looked();
  blobs_.begin()->second = "no database";

  EXPECT_TRUE(lost(every_order).unknown());
  blobs_.clear();
  EXPECT_TRUE(lost(every_order).unknown());
}

}  // namespace
}  // namespace redcode::judge
