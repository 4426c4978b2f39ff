// Index: what is kept of a run in memory, so that its trials can be searched: some tens of bytes a
// trial. What else a trial has is read from its line when it is asked for.
//
// Records count as they do in a report (report/filing.h), because the same code files them.
//
// Thread safety: none of its own.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "record/record.h"
#include "report/filing.h"

namespace redcode::view {

// A line of cases.jsonl or records.jsonl.
struct LinePlace {
  std::uint64_t number = 0;
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
};

// One trial of the plan.
struct Row {
  std::uint64_t offset = 0;  // of its record
  std::uint32_t size = 0;    // of that line; 0: there is none
  std::uint32_t line = 0;    // its number
  std::uint32_t duration_ms = 0;
  std::uint32_t tokens = 0;  // in and out
  std::uint32_t micro_dollars = 0;
  std::uint32_t why = 0;  // place in Index::whys()
  record::Outcome outcome : 8 = record::Outcome::invalid;
  record::Stop stop : 8 = record::Stop::failed;
  record::Intent intent : 8 = record::Intent::unclear;
  bool judged_again = false;  // its verdict is another than the one stored with it

  bool recorded() const { return size > 0; }
};

// A case of the plan, besides what report::CaseResults has.
struct CaseEntry {
  LinePlace place;
  std::array<std::uint32_t, report::all_traits> traits{};  // places in Index::values()
  std::uint32_t rank = 0;                                  // among all cases, by id
};

class Index {
 public:
  Index(Json manifest, record::Labels labels) : filing_(std::move(manifest), std::move(labels)) {}

  // The cases first, in the plan's order.
  void add_case(const corpus::StoredCase& read, const LinePlace& place);
  // Throws Failure when the plan is larger than can be kept.
  void cases_end();
  // A record, with its verdict as last judged. Throws Failure as cases_end() does.
  void add(const record::Record& record, const LinePlace& place, bool judged_again);
  void add_damaged(std::uint64_t lines);

  const report::Results& results() const { return filing_.results(); }
  const std::vector<CaseEntry>& cases() const { return cases_; }
  // A trial's number here keeps the repeats of a case together: the case's place × repeats +
  // repeat. It is not the plan's, by which trials are run.
  const std::vector<Row>& rows() const { return rows_; }
  std::size_t case_of(std::size_t trial) const { return trial / results().repeats; }
  std::size_t repeat_of(std::size_t trial) const { return trial % results().repeats; }
  const report::CaseResults& subject(std::size_t trial) const {
    return results().subjects[case_of(trial)];
  }
  // The trial's number; nothing if there is none.
  std::optional<std::size_t> trial_of(const std::string& case_id, std::uint32_t repeat) const;

  const std::vector<std::string>& values(report::Trait trait) const {
    return values_.at(static_cast<std::size_t>(trait)).words;
  }
  const std::vector<std::string>& whys() const { return whys_; }
  // Trials of the plan by outcome; those without a record are invalid.
  const std::array<std::uint64_t, record::all_outcomes>& outcomes() const { return outcomes_; }
  // The newest records' trials, the last one first.
  std::vector<std::size_t> recent() const;
  const std::string& started_at() const { return started_at_; }  // of the first; "" if unknown
  const std::string& ended_at() const { return ended_at_; }      // of the last to end
  std::uint64_t bytes_read() const { return bytes_read_; }       // of records
  // Grows whenever something new was read.
  std::uint64_t version() const { return version_; }

 private:
  // Words that come often, each kept once.
  struct Interned {
    std::vector<std::string> words;
    std::unordered_map<std::string, std::uint32_t> places;
    std::uint32_t place_of(const std::string& word);
  };

  void make_room(std::uint32_t repeats);
  std::uint32_t place_of_why(const std::string& why);
  void note_time(const record::Record& record);

  report::Filing filing_;
  std::vector<CaseEntry> cases_;
  std::vector<Row> rows_;
  std::array<Interned, report::all_traits> values_;
  std::vector<std::string> whys_{""};  // the first stands for all that were not kept
  std::unordered_map<std::string, std::uint32_t> why_places_;
  std::size_t why_bytes_ = 0;
  std::array<std::uint64_t, record::all_outcomes> outcomes_{};
  std::deque<report::Filing::Place> recent_;
  std::string started_at_;
  std::string ended_at_;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t version_ = 1;
  std::uint32_t repeats_ = 1;  // that there is room for
};

}  // namespace redcode::view
