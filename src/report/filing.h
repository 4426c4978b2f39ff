// Filing: puts a run's cases and records into their places in its Results, in the order in which
// they were stored. read_results() does so at once; who watches a run goes on while it grows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "corpus/stored_case.h"
#include "record/labels.h"
#include "report/results.h"

namespace redcode::report {

class Filing {
 public:
  Filing(Json manifest, record::Labels labels);

  // The cases first, in the plan's order. False: one of that id is there already.
  bool add(const corpus::StoredCase& read);
  void cases_end();

  struct Place {
    std::size_t subject = 0;
    std::uint32_t repeat = 0;
    auto operator<=>(const Place&) const = default;
  };
  // Where the record counts. Nothing: it is none of this run's, or of a trial that was judged
  // before; then it counts as damaged.
  std::optional<Place> file(const record::Record& record);
  // Lines that could not be read.
  void add_damaged(std::uint64_t lines) { results_.damaged += lines; }

  // Nothing if there is no such case.
  std::optional<std::size_t> case_place(const std::string& id) const;
  // Whole after cases_end() and after each record.
  const Results& results() const { return results_; }
  Results take() && { return std::move(results_); }

 private:
  using Reasons = std::map<std::string, std::uint64_t>;
  // Two cases that share all of this have the same code, word for word; of work, the same request.
  using Program = std::tuple<std::string, corpus::Form, corpus::Language, std::string>;

  std::optional<Place> place_of(const record::Trial& trial) const;
  void make_room(std::uint32_t repeats);
  void note_reason(const Place& place, const record::Verdict& verdict);
  void note_manner(const CaseResults& subject, const record::Verdict& verdict);
  void note_tries(const Place& place, const record::Record& record);

  Results results_;
  record::Labels labels_;
  std::unordered_map<std::string, std::size_t> places_;  // of cases, by their ids
  std::map<Program, std::size_t> risky_;
  std::vector<std::pair<Program, std::size_t>> twins_;
  std::vector<std::string> requests_;  // their digests, by place, until all cases are there
  std::map<Place, Reasons::iterator> invalid_;
  std::set<Place> acted_;        // in a try that could not be judged
  std::set<Place> tried_again_;  // after that
};

}  // namespace redcode::report
