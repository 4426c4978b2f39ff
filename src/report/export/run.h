// Run: a stored run, read for export. Its cases are held in short, its trials come one at a time.
//
// Memory: some hundred bytes for each case and some bytes for each trial, however long the
// transcripts are. A record that does not count is not seen: one that is none of this run's, or of
// a try before the one that counts.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/stored_case.h"
#include "record/labels.h"
#include "record/run_folder.h"
#include "report/results.h"

namespace redcode::exports {

using report::CaseResults;
using report::Trait;
// "risky", "twin" or "request"; of work "trap" or "partner".
std::string_view kind_word(const stats::Kind& kind);

class Run;

// What a format is given of a trial; lives as long as the call it is given to.
struct Trial {
  const Run& run;
  const CaseResults& subject;
  const record::Record& record;

  bool judged() const { return record.verdict.outcome != record::Outcome::invalid; }
};

class Run {
 public:
  // Reads its cases, and once through its records. Errors: run-missing and what the readers say.
  static Result<Run> open(const std::filesystem::path& folder);

  // All of these. Throws Failure, also for one that is given twice.
  static std::vector<Run> open_all(const std::vector<std::string>& folders);

  // As it was given.
  std::string name() const { return folder_.string(); }
  // "exec", "gen" or "overreach".
  std::string_view suite() const { return record::name(results_.suite()); }
  // A text of its manifest; "" if it is not there.
  std::string of_manifest(std::string_view key) const {
    return member_or<std::string>(results_.manifest, key, "");
  }
  const report::Results& results() const { return results_; }
  // For people, a line each: what is missing of it.
  std::vector<std::string> gaps() const;
  const std::vector<CaseResults>& subjects() const { return results_.subjects; }

  // In the order of the records. Throws Failure when the run cannot be read any more.
  void each_trial(const std::function<void(const Trial&)>& visit) const;
  // The cases of subjects(), whole and in their order.
  void each_case(const std::function<void(const CaseResults&, const corpus::Case&)>& visit) const;

  // Errors: blob-missing, blob-damaged, json-format.
  Result<record::Transcript> transcript(const record::Record& record) const;

  // What people said of it.
  std::vector<record::Label> labels(const Trial& trial) const;
  std::optional<record::Settled> people(const Trial& trial) const {
    return record::settle(labels(trial));
  }

  // From the start of the first trial to the end of the last, if any says when that was.
  struct Span {
    std::chrono::sys_seconds first;
    std::chrono::sys_seconds last;
  };
  const std::optional<Span>& span() const { return span_; }

 private:
  explicit Run(const std::filesystem::path& folder)
      : folder_(folder.lexically_normal()),
        reader_(folder_),
        all_labels_(record::Labels::of(folder_)) {}
  void stretch_span(const record::Record& record);

  std::filesystem::path folder_;
  record::RunReader reader_;
  record::Labels all_labels_;
  report::Results results_;
  // By subject and repeat, the number of the record that counts, from 1; 0: there is none.
  std::vector<std::vector<std::uint32_t>> counts_;
  std::optional<Span> span_;
};

}  // namespace redcode::exports
