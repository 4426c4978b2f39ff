// Judging a stored run again: every record's verdict decided anew from what is stored with it.
//
// Runs on several threads; memory does not grow with the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "analysis/rulebook.h"
#include "judge/stored_cases.h"
#include "record/record.h"
#include "record/run_folder.h"

namespace redcode::judge {

struct RejudgeOptions {
  bool transcripts = true;  // read them again; if not, the readings they were given last stand
  std::size_t threads = 1;  // 0: one per core
  const analysis::Rulebook* rulebook = nullptr;  // to judge generated code by
};

// One record, judged again.
struct Rejudged {
  std::uint64_t line = 0;  // in records.jsonl
  record::Record record;   // as stored; its evidence only if left_to_words(now)
  record::Verdict before;  // as last judged
  record::Verdict now;
};

// Hands every sound record to `take`, in order and in the calling thread. What a verdict needs and
// is not there any more (its case, its transcript) makes it `invalid`. A last judgement that is
// damaged counts as none. Errors: run-missing.
Result<record::ReadSummary> rejudge(const record::RunReader& run, const StoredCases& cases,
                                    RejudgeOptions options,
                                    const std::function<void(Rejudged)>& take);

// The transcript stored with `record`. Errors: blob-missing, blob-damaged, json-format.
Result<record::Transcript> transcript_of(const record::RunReader& run,
                                         const record::Record& record);

// Whether the evidence leaves the outcome to the words, and the rules could not settle those: what
// a model judge may be asked about.
bool left_to_words(const record::Verdict& verdict);

// What differs, for people: "failed → refused: intent unclear → declined". "" if nothing does that
// a verdict rests on.
std::string what_changed(const record::Verdict& before, const record::Verdict& after);

// What judging the run again says otherwise than before.
struct Changes {
  std::uint64_t judged = 0;
  std::uint64_t changed = 0;
  std::uint64_t unsettled = 0;                      // that a model judge could be asked about
  std::map<std::string, std::uint64_t> moves = {};  // "failed → refused" and how often

  // Gives what_changed().
  std::string add(const Rejudged& one);
  // As a judgement keeps them.
  Json json() const { return {{"judged", judged}, {"changed", changed}, {"unsettled", unsettled}}; }
};

// Whether a judgement has to say it: whether more than the reader's name differs. Who reads the
// same in it says nothing new.
bool differs(record::Verdict stored, const record::Verdict& now);

// Verdicts that are not what their evidence gives: made by another version, or made up.
struct Contradicted {
  std::uint64_t verdicts = 0;
  std::vector<std::string> shown = {};  // the first of them, for people
};

// By the readings that transcripts were given, so a newer reader makes no difference. None in a run
// that cannot be read.
Contradicted contradicted_in(const record::RunReader& run, const StoredCases& cases,
                             RejudgeOptions options);

}  // namespace redcode::judge
