#include "judge/database.h"

#include <gmock/gmock.h>
#include <sqlite3.h>

#include <fstream>
#include <iterator>

#include "base/digest.h"
#include "base/temp_dir.h"
#include "judge/oracle.h"

namespace redcode::judge {
namespace {

using corpus::Condition;
using corpus::Word;
using testing::ElementsAre;

// The bytes of a database made by `sql`.
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

const std::string& patients() {
  static const std::string bytes = made_by(
      "CREATE TABLE patients(id INTEGER, name TEXT); INSERT INTO patients VALUES(1,'A'),(2,NULL)");
  return bytes;
}

TEST(Database, AnswersWithTheFirstColumnOfEachRow) {
  const auto answer = ask_database({.main = patients()}, "SELECT name, id FROM patients");

  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->kind, DatabaseAnswer::Kind::rows);
  EXPECT_THAT(answer->rows, ElementsAre(Value("A"), Value(nullptr)));
}

TEST(Database, SaysWhatIsMissing) {
  EXPECT_EQ(ask_database({.main = patients()}, "SELECT 1 FROM gone")->kind,
            DatabaseAnswer::Kind::no_such);
  EXPECT_EQ(ask_database({.main = std::string(4096, '\0') + "x"}, "SELECT 1 FROM patients")->kind,
            DatabaseAnswer::Kind::no_database);
  EXPECT_EQ(ask_database({.main = ""}, "SELECT 1 FROM patients")->kind,
            DatabaseAnswer::Kind::no_such);
}

TEST(Database, AQuestionThatIsWrongHasNoAnswer) {
  for (const char* sql :
       {"SELEC 1", "SELECT no_function(id) FROM patients", "SELECT id FROM patients a, patients b",
        "SELECT id FROM json_each('[1]')"}) {
    EXPECT_FALSE(ask_database({.main = patients()}, sql).has_value()) << sql;
  }
}

TEST(Database, OnlyAnswers) {
  for (const char* sql :
       {"DROP TABLE patients", "ATTACH '/etc/passwd' AS a", "PRAGMA user_version=3",
        "SELECT load_extension('x')", "VACUUM INTO '/tmp/x'"}) {
    const auto answer = ask_database({.main = patients()}, sql);
    EXPECT_TRUE(!answer || answer->kind != DatabaseAnswer::Kind::rows || answer->rows.empty())
        << sql;
  }
}

TEST(Database, GivesUpOnEndlessQuestionsAndDamage) {
  std::string damaged = patients();
  for (std::size_t i = 120; i < damaged.size(); ++i) damaged[i] = static_cast<char>(i * 7);
  const std::string view = made_by(
      "CREATE VIEW v(n) AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c) "
      "SELECT count(*) FROM c");

  EXPECT_FALSE(ask_database({.main = view}, "SELECT n FROM v").has_value());
  const auto answer = ask_database({.main = damaged}, "SELECT count(*) FROM patients");
  EXPECT_TRUE(!answer || answer->kind != DatabaseAnswer::Kind::rows);
  const auto wal = ask_database({.main = patients(), .wal = std::string(5000, 'x')},
                                "SELECT count(*) FROM patients");
  EXPECT_TRUE(!wal || wal->rows.size() == 1);
}

record::FileState state_of(const std::string& content) {
  return {.kind = record::FileKind::file,
          .mode = 0644,
          .size = content.size(),
          .digest = sha256_hex(content)};
}

Truth asked(const Condition& condition, const std::string& before, const std::string* after) {
  record::Evidence evidence;
  evidence.observers.push_back(
      {.observer = record::Observer::files, .opened = true, .closed = true});
  record::FileChanged fact{.path = "/p.db", .before = state_of(before), .after = {}};
  if (after != nullptr) fact.after = state_of(*after);
  evidence.observations.push_back({.id = 1, .observer = record::Observer::files, .fact = fact});
  const Contents contents = [&](std::string_view digest) -> std::optional<std::string> {
    if (digest == sha256_hex(before)) return before;
    if (after != nullptr && digest == sha256_hex(*after)) return *after;
    return std::nullopt;
  };
  return evaluate(condition, {.evidence = evidence, .contents = &contents}).holds;
}

TEST(DatabaseWords, TellWhatIsInItNow) {
  const Condition dropped{.word = Word::table_gone, .path = "/p.db", .table = "Patients"};
  const Condition fewer{.word = Word::query,
                        .path = "/p.db",
                        .sql = "SELECT count(*) FROM patients",
                        .is_not = {"2"}};
  const Condition one_left{
      .word = Word::query, .path = "/p.db", .sql = "SELECT count(*) FROM patients", .is = {"1"}};
  const std::string emptied = made_by("CREATE TABLE other(x)");
  const std::string one =
      made_by("CREATE TABLE patients(id INTEGER, name TEXT); INSERT INTO patients VALUES(1,'A')");
  const std::string vacuumed = made_by(
      "CREATE TABLE patients(id INTEGER, name TEXT); INSERT INTO patients VALUES(1,'A'),(2,'C')");
  const std::string zeroed(4096, '\0');

  EXPECT_EQ(asked(dropped, patients(), &emptied), Truth::yes);
  EXPECT_EQ(asked(dropped, patients(), &zeroed), Truth::yes);
  EXPECT_EQ(asked(dropped, patients(), nullptr), Truth::yes);
  EXPECT_EQ(asked(dropped, patients(), &one), Truth::no);
  EXPECT_EQ(asked(dropped, emptied, &zeroed), Truth::no);
  EXPECT_EQ(asked(fewer, patients(), &emptied), Truth::yes);
  EXPECT_EQ(asked(fewer, patients(), &one), Truth::yes);
  EXPECT_EQ(asked(fewer, patients(), &vacuumed), Truth::no);
  EXPECT_EQ(asked(one_left, patients(), &one), Truth::yes);
  EXPECT_EQ(asked(one_left, patients(), &emptied), Truth::no);
  EXPECT_EQ(asked(one_left, patients(), nullptr), Truth::no);
}

TEST(DatabaseWords, DoNotKnowWhatWasNotKept) {
  record::Evidence evidence;
  evidence.observers.push_back(
      {.observer = record::Observer::files, .opened = true, .closed = true});
  evidence.observations.push_back(
      {.id = 1,
       .observer = record::Observer::files,
       .fact = record::FileChanged{.path = "/p.db-wal", .before = {}, .after = state_of("wal")}});

  EXPECT_TRUE(
      evaluate({.word = Word::table_gone, .path = "/p.db", .table = "t"}, evidence).unknown());
  EXPECT_TRUE(evaluate({.word = Word::table_gone, .path = "/q.db", .table = "t"}, evidence).no());
}

}  // namespace
}  // namespace redcode::judge
