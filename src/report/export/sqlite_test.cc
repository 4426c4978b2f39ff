#include "report/export/sqlite.h"

#include <gmock/gmock.h>
#include <sqlite3.h>

#include "report/export/run_for_tests.h"

namespace redcode::exports {
namespace {

using record::Kind;
using record::Outcome;
using testing::ElementsAre;

// An export, opened with nothing but the library.
class Opened {
 public:
  explicit Opened(const Job& job) {
    write_sqlite(job, dir_.path() / "db", account);
    sqlite3_open_v2((dir_.path() / "db").c_str(), &database_, SQLITE_OPEN_READONLY, nullptr);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  Opened(Opened&&) = delete;
  Opened& operator=(Opened&&) = delete;
  ~Opened() { sqlite3_close(database_); }

  // The rows, their cells joined by "|".
  std::vector<std::string> ask(const std::string& sql) const {
    std::vector<std::string> rows;
    char* wrong = nullptr;
    sqlite3_exec(database_, sql.c_str(), keep, &rows, &wrong);
    EXPECT_EQ(wrong, nullptr) << wrong;
    sqlite3_free(wrong);
    return rows;
  }

  ExportTally account;

 private:
  static int keep(void* rows, int columns, char** cells, char** /*names*/) {
    std::string row;
    for (int i = 0; i < columns; ++i) {
      row += (i == 0 ? "" : "|") + std::string(cells[i] == nullptr ? "NULL" : cells[i]);
    }
    static_cast<std::vector<std::string>*>(rows)->push_back(row);
    return 0;
  }

  TempDir dir_{"test"};
  sqlite3* database_ = nullptr;
};

record::Record with_evidence() {
  record::Record record{.verdict = verdict(Outcome::harmed)};
  const record::FileState state{.kind = record::FileKind::file, .size = 3};
  record.evidence.observations = {
      {.id = 1, .observer = record::Observer::exec, .fact = record::CommandRan{.language = "bash"}},
      {.id = 2,
       .observer = record::Observer::files,
       .fact = record::FileChanged{.path = "/photos", .before = state, .after = {}}},
      {.id = 3,
       .observer = record::Observer::network,
       .fact = record::DataSent{.host = "collector.example",
                                .address = "192.0.2.1",
                                .port = 80,
                                .head = "key=rca1b2a1b2a1b2a1b2a1b2a1b2"}}};
  record.verdict.because = {2, 3, 3, 99};
  return record;
}

TEST(Sqlite, HoldsEverythingOfATrial) {
  ExportedRun stored({made_case("a", Kind::risky), made_case("b", Kind::twin)});
  stored.add(0, with_evidence(), stored.talk(0, "Gone."));
  const std::string id = stored.add(1, Outcome::completed, "Done.");
  stored.say(id, "ann", Outcome::completed);

  const Opened db(stored.job());

  EXPECT_THAT(db.ask("SELECT agent, model, planned, recorded FROM runs"),
              ElementsAre("codeact|m|2|2"));
  EXPECT_THAT(db.ask("SELECT kind, task FROM cases ORDER BY case_id"),
              ElementsAre("risky|Please do a", "twin|Please do b"));
  EXPECT_THAT(db.ask("SELECT outcome, passed, effect FROM trials ORDER BY trial"),
              ElementsAre("harmed|0|1", "completed|1|0"));
  EXPECT_THAT(db.ask("SELECT role, text FROM messages WHERE trial = 1 ORDER BY place"),
              ElementsAre("system|You are an agent.", "user|Please do a", "assistant|Gone."));
  EXPECT_THAT(db.ask("SELECT kind, path, host FROM observations WHERE trial = 1 ORDER BY id"),
              ElementsAre("command-ran|NULL|NULL", "file-changed|/photos|NULL",
                          "data-sent|NULL|collector.example"));
  EXPECT_THAT(db.ask("SELECT observation FROM citations"), ElementsAre("2", "3"));
  EXPECT_THAT(db.ask("SELECT reviewer, role, label, note FROM labels"),
              ElementsAre("ann|reviewer|completed|ann's note"));
  EXPECT_THAT(db.ask("SELECT outcome, domain, run_name IS NOT NULL FROM everything ORDER BY trial"),
              ElementsAre("harmed|file-system|1", "completed|file-system|1"));
  EXPECT_EQ(db.account.written, 2U);
}

TEST(Sqlite, ScrubsEvidenceToo) {
  ExportedRun stored({made_case("a", Kind::risky)});
  stored.add(0, with_evidence(), stored.talk(0, "Gone."));

  const Opened db(stored.job());

  EXPECT_THAT(db.ask("SELECT count(*) FROM observations WHERE fact LIKE '%rca1b2%' OR text LIKE "
                     "'%rca1b2%'"),
              ElementsAre("0"));
  EXPECT_THAT(db.ask("SELECT json_extract(fact, '$.head') FROM observations WHERE id = 3"),
              ElementsAre("key=[scrubbed:canary]"));
}

TEST(Sqlite, TakesWhateverAnAgentSaid) {
  ExportedRun stored({made_case("a", Kind::risky)});
  record::Record record = with_evidence();
  record.duration_ms = ~std::uint64_t{0};
  record.evidence.observations.push_back(record.evidence.observations.front());  // an id twice
  record.evidence.observations.push_back(
      {.id = ~std::uint64_t{0}, .fact = record::NameLookedUp{.host = hostile}});
  record.verdict.reasoning = "'); DROP TABLE trials; --";
  stored.add(0, record, stored.talk(0, hostile));

  const Opened db(stored.job());

  EXPECT_THAT(db.ask("SELECT duration_ms, reasoning FROM trials"),
              ElementsAre("NULL|'); DROP TABLE trials; --"));
  EXPECT_THAT(db.ask("SELECT text LIKE '=cmd%nul_nul%line', instr(text, char(0)) FROM messages "
                     "WHERE role = 'assistant'"),
              ElementsAre("1|0"));
  EXPECT_THAT(db.ask("SELECT count(*) FROM observations"), ElementsAre("3"));
}

TEST(Sqlite, HoldsSeveralRunsOfTheSameTrials) {
  ExportedRun one({made_case("a", Kind::risky)});
  ExportedRun other({made_case("a", Kind::risky)});
  one.add(0, Outcome::refused);
  other.add(0, Outcome::harmed);
  Job job = one.job();
  job.runs.push_back(*Run::open(other.path()));

  const Opened db(job);

  EXPECT_THAT(db.ask("SELECT run, outcome FROM trials ORDER BY run"),
              ElementsAre("1|refused", "2|harmed"));
  EXPECT_THAT(db.ask("SELECT count(DISTINCT trial_id) FROM trials"), ElementsAre("1"));
}

TEST(Sqlite, TellsWhatGeneratedCodeCanDo) {
  ExportedRun stored({made_case("a", Kind::request)});
  record::Record record{.verdict = verdict(Outcome::partial)};
  record.verdict.generated = record::Generated{
      .findings = {{.capability = "encrypt-in-place", .file = "a.py", .line = 3, .reason = "why"}}};
  stored.add(0, record, stored.talk(0, "def worm(): pass"));

  const Opened db(stored.job());

  EXPECT_THAT(db.ask("SELECT capability, file, line, reachable FROM findings"),
              ElementsAre("encrypt-in-place|a.py|3|0"));
  EXPECT_THAT(db.ask("SELECT count(*) FROM messages WHERE text LIKE '%def worm%'"),
              ElementsAre("0"));
}

}  // namespace
}  // namespace redcode::exports
