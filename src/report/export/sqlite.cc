#include "report/export/sqlite.h"

#include <fmt/format.h>

#include "report/export/database.h"
#include "report/export/flat.h"

namespace redcode::exports {
namespace {

// The tables that are not made of columns.
constexpr const char* other_tables = R"(
  CREATE TABLE messages (
    trial INTEGER NOT NULL REFERENCES trials, place INTEGER NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL,
    answers TEXT, warm_up INTEGER NOT NULL, PRIMARY KEY (trial, place)) WITHOUT ROWID;
  CREATE TABLE tool_calls (
    trial INTEGER NOT NULL REFERENCES trials, place INTEGER NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL,
    name TEXT NOT NULL, arguments TEXT NOT NULL, PRIMARY KEY (trial, place, number)) WITHOUT ROWID;
  CREATE TABLE observations (
    trial INTEGER NOT NULL REFERENCES trials, id INTEGER NOT NULL, observer TEXT NOT NULL, kind TEXT NOT NULL,
    own INTEGER NOT NULL, path TEXT, host TEXT, canary TEXT, text TEXT NOT NULL, fact TEXT NOT NULL,
    PRIMARY KEY (trial, id)) WITHOUT ROWID;
  CREATE TABLE citations (
    trial INTEGER NOT NULL REFERENCES trials, observation INTEGER NOT NULL,
    PRIMARY KEY (trial, observation)) WITHOUT ROWID;
  CREATE TABLE findings (
    trial INTEGER NOT NULL REFERENCES trials, number INTEGER NOT NULL, capability TEXT NOT NULL, file TEXT NOT NULL,
    line INTEGER, reachable INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (trial, number)) WITHOUT ROWID;
  CREATE TABLE labels (
    trial INTEGER NOT NULL REFERENCES trials, reviewer TEXT NOT NULL, role TEXT NOT NULL, label TEXT NOT NULL,
    note TEXT, at TEXT NOT NULL, PRIMARY KEY (trial, reviewer)) WITHOUT ROWID;
)";

// Made last: it takes less time for all rows at once.
constexpr const char* indexes = R"(
  CREATE INDEX trials_by_case ON trials (run, case_id);
  CREATE INDEX trials_by_outcome ON trials (outcome);
  CREATE INDEX cases_by_scenario ON cases (scenario);
  CREATE INDEX cases_by_domain ON cases (domain);
  CREATE INDEX observations_by_kind ON observations (kind);
)";

template <class Of>
std::string columns_sql(std::span<const Column<Of>> columns) {
  std::string sql;
  for (const Column<Of>& column : columns) {
    sql += fmt::format(", \"{}\" {}", column.name, column.type);
  }
  return sql;
}

void make_tables(const Database& database) {
  database.run(fmt::format(
      "PRAGMA user_version = 1;"
      "CREATE TABLE runs (run INTEGER PRIMARY KEY{});"
      "CREATE TABLE cases (run INTEGER NOT NULL REFERENCES runs{}, task TEXT NOT NULL,"
      " PRIMARY KEY (run, case_id)) WITHOUT ROWID;"
      "CREATE TABLE trials (trial INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, "
      "case_id TEXT NOT NULL{}, UNIQUE (run, trial_id));",
      columns_sql(run_columns()), columns_sql(case_columns()), columns_sql(trial_columns())));
  database.run(other_tables);
}

// A trial with what is known of its case and its run.
std::string view_of_everything() {
  std::string of_case;
  for (const auto& column : case_columns()) {
    if (column.name != "case_id") of_case += fmt::format(", cases.\"{}\"", column.name);
  }
  return fmt::format(
      "CREATE VIEW everything AS SELECT trials.*{}, runs.name AS run_name, runs.tool_version "
      "FROM trials JOIN cases USING (run, case_id) JOIN runs USING (run);",
      of_case);
}

Cell words(const std::string& text) { return UntrustedText(text); }
Cell words_or_null(const std::string& text) { return text.empty() ? Cell() : words(text); }
// The member `key` of a fact; of a canary, where it was seen, if that is such a place.
std::string place_in(const Json& fact, const char* key, std::string_view place) {
  const bool there = member_or<std::string>(fact, "place", "") == place;
  return member_or<std::string>(fact, there ? "where" : key, "");
}

constexpr std::uint64_t most_ids = 1'000'000'000;  // of one trial; far more than the ledger takes

Cell known(std::string_view text) { return UntrustedText(std::string(text)); }

// Fills one database.
class Filling {
 public:
  Filling(const Database& database, const Job& job, ExportTally& account)
      : account_(account),
        conversations_(job.harmful, account),
        runs_(database.into("runs", 1 + run_columns().size())),
        cases_(database.into("cases", 2 + case_columns().size())),
        trials_(database.into("trials", 3 + trial_columns().size())),
        messages_(database.into("messages", 6)),
        calls_(database.into("tool_calls", 6)),
        observations_(database.into("observations", 10)),
        citations_(database.into("citations", 2)),
        findings_(database.into("findings", 7)),
        labels_(database.into("labels", 6)) {}

  void add(const Run& run) {
    ++run_;
    runs_.add(run_);
    for (const auto& column : run_columns()) runs_.add(cell_of(column, run, conversations_));
    runs_.insert();
    run.each_case([this](const CaseResults& subject, const corpus::Case& read) {
      cases_.add(run_);
      for (const auto& column : case_columns()) {
        cases_.add(cell_of(column, subject, conversations_));
      }
      cases_.add(clean(read.task)).insert();
    });
  }

  void add(const Trial& trial) {
    ++trial_;
    trials_.add(trial_).add(run_).add(words(trial.subject.id));
    for (const auto& column : trial_columns()) trials_.add(cell_of(column, trial, conversations_));
    trials_.insert();
    add_messages(trial);
    add_evidence(trial.record);
    if (trial.record.verdict.generated) add_findings(trial.record.verdict.generated->findings);
    for (const record::Label& label : trial.run.labels(trial)) add_label(label);
    ++account_.written;
  }

 private:
  Cell clean(const std::string& text) { return conversations_.clean(UntrustedText(text)); }

  void add_messages(const Trial& trial) {
    const std::optional<ExportedTranscript> whole = conversations_.of(trial);
    if (!whole) return;
    account_.add(whole->scrubbed);
    std::int64_t place = 0;
    for (const Said& said : whole->messages) {
      messages_.add(trial_).add(++place).add(known(name(said.role))).add(Cell(said.text));
      messages_.add(said.answers.empty() ? Cell() : Cell(said.answers)).add(Cell(said.warm_up));
      messages_.insert();
      std::int64_t number = 0;
      for (const Call& call : said.calls) {
        calls_.add(trial_).add(place).add(++number);
        calls_.add(Cell(call.id)).add(Cell(call.name)).add(Cell(call.arguments)).insert();
      }
    }
  }

  void add_evidence(const record::Record& record) {
    const Json all = record::to_json(record.evidence);
    std::set<std::uint64_t> ids;
    for (std::size_t i = 0; i < record.evidence.observations.size(); ++i) {
      const record::Observation& one = record.evidence.observations[i];
      // Ids are ours, but a run folder may be anybody's.
      if (one.id <= most_ids && ids.insert(one.id).second)
        add_observation(one, all.at("observations").at(i));
    }
    const std::set<std::uint64_t> cited(record.verdict.because.begin(),
                                        record.verdict.because.end());
    for (const std::uint64_t id : cited) {
      if (ids.contains(id)) citations_.add(trial_).add(Cell(id)).insert();
    }
  }

  void add_observation(const record::Observation& one, const Json& fact) {
    observations_.add(trial_)
        .add(Cell(one.id))
        .add(known(name(one.observer)))
        .add(known(kind(one.fact)));
    observations_.add(Cell(one.own));
    observations_.add(words_or_null(place_in(fact, "path", "file")));
    observations_.add(words_or_null(place_in(fact, "host", "network")));
    observations_.add(words_or_null(member_or<std::string>(fact, "canary", "")));
    observations_.add(clean(describe(one))).add(clean(dump_json(fact))).insert();
  }

  void add_findings(const std::vector<record::CodeFinding>& findings) {
    std::int64_t number = 0;
    for (const record::CodeFinding& one : findings) {
      findings_.add(trial_).add(++number).add(words(one.capability)).add(words(one.file));
      findings_.add(one.line == 0 ? Cell() : Cell(std::uint64_t{one.line}));
      findings_.add(Cell(one.reachable)).add(clean(one.reason)).insert();
    }
  }

  void add_label(const record::Label& label) {
    if (!label.label) return;
    labels_.add(trial_).add(words(label.reviewer)).add(known(name(label.part)));
    labels_.add(known(name(*label.label)));
    labels_.add(label.note.empty() ? Cell() : clean(label.note)).add(words(label.at)).insert();
  }

  ExportTally& account_;
  Conversations conversations_;
  std::int64_t run_ = 0;
  std::int64_t trial_ = 0;
  Database::Row runs_;
  Database::Row cases_;
  Database::Row trials_;
  Database::Row messages_;
  Database::Row calls_;
  Database::Row observations_;
  Database::Row citations_;
  Database::Row findings_;
  Database::Row labels_;
};

}  // namespace

void write_sqlite(const Job& job, const std::filesystem::path& file, ExportTally& account) {
  Database database(file);
  make_tables(database);
  {
    Filling filling(database, job, account);
    job.each_trial([&](const Trial& trial) { filling.add(trial); },
                   [&](const Run& run) { filling.add(run); });
  }
  database.run(indexes);
  database.run(view_of_everything());
  database.close();
}

}  // namespace redcode::exports
