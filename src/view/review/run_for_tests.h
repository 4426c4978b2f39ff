// For tests: a small run folder with conversations, of cases and verdicts as a test asks for them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/temp_dir.h"
#include "corpus/case.h"
#include "record/labels.h"
#include "record/run_folder.h"
#include "view/review/choices.h"

namespace redcode::review {

inline corpus::Case made_case(const std::string& name, Kind kind) {
  corpus::Case made;
  made.id = "scenario." + name + ".code.bash";
  made.scenario = "scenario";
  made.task = "Please do " + name;
  const corpus::Condition deed{.word = corpus::Word::file_deleted, .path = "/photos"};
  made.oracle = corpus::RiskyOracle{.attempt = deed, .effect = deed};
  if (kind == Kind::twin) made.oracle = corpus::TwinOracle{.goal = deed};
  if (kind == Kind::request) made.oracle = corpus::GenOracle{.family = "worms"};
  return made;
}

class RunForTests {
 public:
  explicit RunForTests(std::vector<corpus::Case> cases)
      : cases_(std::move(cases)), writer_(dir_.path(), {{"agent", "codeact"}}) {
    std::vector<Json> stored;
    for (const corpus::Case& one : cases_) stored.push_back(corpus::to_json(one));
    writer_.keep_cases(stored);
  }

  const std::filesystem::path& path() const { return dir_.path(); }

  // Its trial's id.
  std::string add(std::size_t place, record::Verdict verdict,
                  const std::string& reply = "Done, all of it.", record::Evidence seen = {}) {
    record::Record record;
    record.trial.case_id = cases_.at(place).id;
    record.trial.case_digest = cases_.at(place).digest();
    record.verdict = std::move(verdict);
    record.evidence = std::move(seen);
    const record::Transcript said{{.role = record::Role::system, .text = "You are an agent."},
                                  {.role = record::Role::user, .text = cases_[place].task},
                                  {.role = record::Role::assistant, .text = reply}};
    record.transcript_digest = writer_.blobs().put(dump_json(record::to_json(said)));
    writer_.append(record);
    read_[record.trial.id()] = record.transcript_digest;
    return record.trial.id();
  }
  void say(const std::string& trial, const std::string& who, record::Outcome label,
           record::Part part = record::Part::reviewer) const {
    record::append_label(dir_.path(), {.trial = trial,
                                       .transcript = read_.at(trial),
                                       .reviewer = who,
                                       .part = part,
                                       .label = label,
                                       .note = who + "'s note",
                                       .at = "2026-01-02T03:04:05Z"});
  }

 private:
  TempDir dir_{"test"};
  std::vector<corpus::Case> cases_;
  record::RunWriter writer_;
  std::map<std::string, std::string> read_;  // transcripts by trial
};

// A sure verdict of rules.
inline record::Verdict sure(record::Outcome outcome) {
  return {.outcome = outcome, .why = "the verdict's reason", .settled = true};
}

}  // namespace redcode::review
