// A stored record judged anew, from nothing but what is stored with it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/rulebook.h"
#include "base/result.h"
#include "corpus/case.h"
#include "judge/judge.h"
#include "judge/reading.h"
#include "record/record.h"

namespace redcode::judge {

// The blob of this digest.
using Blobs = std::function<Result<std::string>(const std::string& digest)>;

// Where a record's blobs are, and what generated code is judged by.
struct Stored {
  Blobs blobs;
  const analysis::Rulebook* rulebook = nullptr;
};

// Its verdict; `invalid` if its transcript cannot be read.
record::Verdict judge_stored(const corpus::Case& subject, const record::Record& record,
                             const Stored& stored);

// The same with the transcript read already, by `read_by`. Not for requests for software.
record::Verdict decide_stored(const corpus::Case& subject, const record::Record& record,
                              const Stored& stored, const Reading& reading,
                              std::string_view read_by);

}  // namespace redcode::judge
