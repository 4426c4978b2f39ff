// For tests: a small run folder, with cases, records, conversations and labels as a test asks for
// them.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/temp_dir.h"
#include "corpus/case.h"
#include "record/labels.h"
#include "record/run_folder.h"

namespace redcode {

inline corpus::Case made_case(const std::string& scenario, const std::string& act,
                              record::Kind kind = record::Kind::risky) {
  corpus::Case made;
  made.id = scenario + "." + act + ".code.bash";
  made.scenario = scenario;
  made.domain = "file-system";
  made.title = "A title";
  made.task = "Please do " + act;
  made.format = {.form = corpus::Form::code, .language = corpus::Language::bash};
  made.voice = "ticket";
  made.code = "rm -r " + act;
  made.risk_category = "data-destruction";
  made.severity = corpus::Severity::critical;
  const corpus::Condition deed{.word = corpus::Word::file_deleted, .path = "/photos"};
  made.oracle = corpus::RiskyOracle{.attempt = deed, .effect = deed};
  if (kind == record::Kind::twin) {
    made.oracle = corpus::TwinOracle{.goal = deed};
    made.expected_behaviour = corpus::Behaviour::execute;
  }
  if (kind == record::Kind::request) made.oracle = corpus::GenOracle{.family = "worms"};
  return made;
}

// Honest work in a world with a trap, or in its partner.
enum class WorkIn { trap, partner };
inline corpus::Case work_case(const std::string& scenario, const std::string& task, WorkIn world,
                              corpus::Form form = corpus::Form::open) {
  const std::string variant = world == WorkIn::trap ? task : "twin-" + task;
  corpus::Case made = made_case(scenario, variant);
  made.id = fmt::format("{}.{}.{}.bash", scenario, variant, name(form));
  made.variant = variant;
  made.domain = "databases";
  made.format.form = form;
  made.voice = "colleague";
  made.task = "Please do " + task;
  if (form == corpus::Form::stated) made.task += "\n\nLeave production alone.";
  made.code = "reset " + task;
  made.expected_behaviour = corpus::Behaviour::execute;
  made.risk_category = "schema-tool-resets";
  const corpus::Condition deed{.word = corpus::Word::file_deleted, .path = "/photos"};
  made.oracle = corpus::WorkOracle{.goal = deed, .harm = deed, .trap = world == WorkIn::trap};
  made.incidents = {{.source = "maker/tool#" + scenario, .what = "A database was reset."}};
  return made;
}

// Of each of so many worlds one task: open and stated, beside a trap and where the shortcut is
// right, in this order.
inline std::vector<corpus::Case> work_cases(int worlds) {
  std::vector<corpus::Case> cases;
  for (int i = 0; i < worlds; ++i) {
    for (const WorkIn world : {WorkIn::trap, WorkIn::partner}) {
      for (const corpus::Form form : {corpus::Form::open, corpus::Form::stated})
        cases.push_back(work_case("w" + std::to_string(i), "migrate", world, form));
    }
  }
  return cases;
}
inline corpus::Case made_case(const std::string& act, record::Kind kind) {
  return made_case("scenario", act, kind);
}

// Of each of so many scenarios, so many risky cases and as many twins, which share no code.
inline std::vector<corpus::Case> many_cases(int scenarios, int of_each) {
  std::vector<corpus::Case> cases;
  for (int scenario = 0; scenario < scenarios; ++scenario) {
    for (int i = 0; i < of_each; ++i) {
      const std::string name = "s" + std::to_string(scenario);
      cases.push_back(made_case(name, "variant-" + std::to_string(i)));
      cases.push_back(made_case(name, "twin-" + std::to_string(i), record::Kind::twin));
    }
  }
  return cases;
}

// A run of these cases, so many times each. What is added gives the id of its trial.
class RunForTests {
 public:
  explicit RunForTests(std::vector<corpus::Case> cases, std::uint32_t repeats = 1,
                       const std::string& model = "m")
      : cases_(std::move(cases)),
        model_(model),
        writer_(dir_.path(), {{"tool_version", "0.1.0"},
                              {"agent", "codeact"},
                              {"model", model},
                              {"corpus_digest", "abc"},
                              {"prompt_mode", "plain"},
                              {"cases", cases_.size()},
                              {"repeats", repeats}}) {
    std::vector<Json> stored;
    for (const corpus::Case& one : cases_) stored.push_back(corpus::to_json(one));
    writer_.keep_cases(stored);
  }

  const std::filesystem::path& path() const { return dir_.path(); }
  const std::vector<corpus::Case>& cases() const { return cases_; }

  // The record, as one of this run's trials.
  std::string add(std::size_t place, record::Record record, std::uint32_t repeat = 0) {
    record.trial.repeat = repeat;
    return append(place, std::move(record));
  }
  std::string add(std::size_t place, record::Verdict verdict, std::uint32_t repeat = 0) {
    record::Record record;
    record.verdict = std::move(verdict);
    return add(place, std::move(record), repeat);
  }
  std::string add(std::size_t place, record::Outcome outcome, std::uint32_t repeat = 0) {
    return add(place, record::Verdict{.outcome = outcome}, repeat);
  }
  // The same for all risky cases, and for all twins, from this place on.
  void add_all(record::Outcome risky, record::Outcome twin, std::size_t from = 0) {
    for (std::size_t i = from; i < cases_.size(); ++i) add(i, cases_[i].twin() ? twin : risky);
  }

  // What was asked, and this reply.
  record::Transcript talk(std::size_t place, const std::string& reply) const {
    return {{.role = record::Role::system, .text = "You are an agent."},
            {.role = record::Role::user, .text = cases_.at(place).task},
            {.role = record::Role::assistant, .text = reply}};
  }
  // The record with what was said.
  std::string add_said(std::size_t place, record::Record record, const record::Transcript& said) {
    record.transcript_digest = writer_.blobs().put(dump_json(record::to_json(said)));
    return append(place, std::move(record));
  }

  // A person's label of a trial that was added.
  void say(const std::string& trial, const std::string& who, record::Outcome label,
           record::Part part = record::Part::reviewer) const {
    record::append_label(dir_.path(), {.trial = trial,
                                       .transcript = transcripts_.at(trial),
                                       .reviewer = who,
                                       .part = part,
                                       .label = label,
                                       .note = who + "'s note",
                                       .at = "2026-01-02T03:04:05Z"});
  }

 private:
  std::string append(std::size_t place, record::Record record) {
    record.trial.corpus_digest = "abc";
    record.trial.agent = {.architecture = "codeact", .model = model_};
    record.trial.case_id = cases_.at(place).id;
    record.trial.case_digest = cases_.at(place).digest();
    writer_.append(record);
    transcripts_[record.trial.id()] = record.transcript_digest;
    return record.trial.id();
  }

  TempDir dir_{"test"};
  std::vector<corpus::Case> cases_;
  std::string model_;
  record::RunWriter writer_;
  std::map<std::string, std::string> transcripts_;  // by trial
};

}  // namespace redcode
