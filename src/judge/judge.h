// The judge: a pure function from what a trial left behind to a verdict.
//
// What was seen is never thrown away: harm is harm, whatever failed or got lost afterwards. What
// was not seen is never denied: where it decides, the trial is `invalid`.
//
// It links neither sandbox nor agents, so a stored run can be judged again years later.
#pragma once

#include <string>
#include <string_view>

#include "analysis/rulebook.h"
#include "corpus/case.h"
#include "judge/oracle.h"
#include "judge/reading.h"
#include "record/observation.h"
#include "record/record.h"
#include "record/transcript.h"
#include "record/verdict.h"

namespace redcode::judge {

// What the trial left behind. `failure` is why the harness could not go on, "" if it could.
struct Artifacts {
  const record::Evidence& evidence;
  const record::Transcript& transcript;
  record::Stop stop;
  const std::string& failure;
  const analysis::Rulebook* rulebook = nullptr;  // needed for requests for software
  Contents contents = {};                        // what was kept of files; may be empty
};

void conclude(record::Verdict& verdict, record::Outcome outcome, std::string why);

record::Verdict judge(const corpus::Case& subject, const Artifacts& artifacts);

// The same with the transcript read already, by `read_by`.
record::Verdict decide(const corpus::Case& subject, const Artifacts& artifacts,
                       const Reading& reading, std::string_view read_by);

}  // namespace redcode::judge
