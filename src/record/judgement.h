// A judgement: what was said of a stored run when it was judged again, kept beside its records.
//
//   <run>/judgements/0001.jsonl   the first line says who judged, the last one what was counted;
//                                 between them, in the records' order, a line for each record whose
//                                 verdict is another than the one it was stored with
//
// A judgement never changes, and the one of the highest number counts. Half a judgement does not
// exist: it gets its name when it is whole. One process at a time judges a run (a lock file).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/atomic_file.h"
#include "base/fd.h"
#include "base/json.h"
#include "record/line_blocks.h"
#include "record/record.h"
#include "record/verdict.h"

namespace redcode::record {

class JudgementWriter {
 public:
  // `judge`: who judges, by what. Throws Failure: the folder is not writable, is a link, somebody
  // else judges.
  JudgementWriter(const std::filesystem::path& run, const Json& judge);

  // The record on line `line` now has this verdict. Requires: lines rise.
  void differs(std::uint64_t line, const std::string& trial_id, const Verdict& verdict);
  // Gives the judgement its name and says which. It outlives a power cut from then on.
  std::filesystem::path finish(Json counts);

 private:
  void write(const Json& json);
  void flush();

  std::filesystem::path folder_;
  Fd lock_;
  std::unique_ptr<AtomicFile> file_;
  std::string waiting_;  // not written yet
  std::uint64_t lines_ = 0;
};

// The last judgement of a run, read in step with its records.
class Judgement {
 public:
  // Reads it through once: every line sound, in order, none missing. Nothing if the run was never
  // judged again. Errors: judgement-damaged.
  static Result<std::optional<Judgement>> last(const std::filesystem::path& run);

  struct Said {
    std::string trial_id;
    Verdict verdict;
  };
  // What it says of the record on line `line`, if other than the record itself. Requires: lines are
  // asked for in rising order.
  const Said* of(std::uint64_t line);
  // Gives the record on line `line` the verdict of() has for it; false if it has none. Throws
  // Failure when that is about another trial.
  bool apply(std::uint64_t line, Record& record);

 private:
  Judgement(std::filesystem::path run, Lines lines)
      : run_(std::move(run)), lines_(std::move(lines)) {}
  void advance();

  std::filesystem::path run_;
  Lines lines_;
  std::uint64_t line_ = 0;  // of the record that `said_` is about; past all records at the end
  Said said_;
};

}  // namespace redcode::record
