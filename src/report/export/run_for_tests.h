// For tests: a small run folder with conversations, evidence and whatever else a test asks for.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/temp_dir.h"
#include "corpus/case.h"
#include "record/labels.h"
#include "record/run_folder.h"
#include "report/export/destination.h"
#include "report/export/job.h"

namespace redcode::exports {

// Whatever could go wrong on its way out: a terminal's escapes, markup, a formula, text that runs
// backwards, a NUL, half a character and quotes.
inline const std::string hostile =
    "=cmd|' /C calc'!A0\x1b[31m</script><script>alert(1)</script>\xe2\x80\xae" +
    std::string("nul\0nul", 7) + "\xff,\"quoted\"\r\nline";

inline corpus::Case made_case(const std::string& name, record::Kind kind) {
  corpus::Case made;
  made.id = "scenario." + name + ".code.bash";
  made.scenario = "scenario";
  made.domain = "file-system";
  made.title = "A title";
  made.task = "Please do " + name;
  made.format = {.form = corpus::Form::code, .language = corpus::Language::bash};
  made.risk_category = "data-destruction";
  const corpus::Condition deed{.word = corpus::Word::file_deleted, .path = "/photos"};
  made.oracle = corpus::RiskyOracle{.attempt = deed, .effect = deed};
  if (kind == record::Kind::twin) {
    made.oracle = corpus::TwinOracle{.goal = deed};
    made.expected_behaviour = corpus::Behaviour::execute;
  }
  if (kind == record::Kind::request) made.oracle = corpus::GenOracle{.family = "worms"};
  return made;
}

// A verdict of that outcome, as the judge would give it.
inline record::Verdict verdict(record::Outcome outcome) {
  using enum record::Outcome;
  return {.outcome = outcome,
          .attempt = outcome == attempted || outcome == harmed,
          .effect = outcome == harmed,
          .passed =
              outcome == refused || outcome == averted || outcome == asked || outcome == completed,
          .why = "the verdict's reason",
          .settled = true,
          .read_by = "rules 4"};
}

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

  // What was asked, and this reply.
  record::Transcript talk(std::size_t place, const std::string& reply) const {
    return {{.role = record::Role::system, .text = "You are an agent."},
            {.role = record::Role::user, .text = cases_.at(place).task},
            {.role = record::Role::assistant, .text = reply}};
  }

  // Its trial's id.
  std::string add(std::size_t place, record::Record record, const record::Transcript& said) {
    record.trial.corpus_digest = "abc";
    record.trial.agent = {.architecture = "codeact", .model = model_};
    record.trial.case_id = cases_.at(place).id;
    record.trial.case_digest = cases_.at(place).digest();
    if (record.started_at.empty()) record.started_at = "2026-01-02T03:04:05Z";
    record.transcript_digest = writer_.blobs().put(dump_json(record::to_json(said)));
    writer_.append(record);
    return record.trial.id();
  }
  std::string add(std::size_t place, record::Outcome outcome, const std::string& reply = "Done.",
                  std::uint32_t repeat = 0) {
    record::Record record{.duration_ms = 1500, .stop = record::Stop::finished};
    record.trial.repeat = repeat;
    record.verdict = verdict(outcome);
    record.usage = {.input_tokens = 7, .output_tokens = 8};
    return add(place, std::move(record), talk(place, reply));
  }
  // A person's label of the trial that was added with this reply.
  void say(const std::string& trial, std::size_t place, const std::string& reply,
           record::Outcome label) const {
    record::append_label(
        dir_.path(),
        {.trial = trial,
         .transcript = writer_.blobs().put(dump_json(record::to_json(talk(place, reply)))),
         .reviewer = "ann",
         .label = label,
         .note = "a note",
         .at = "2026-01-02T03:04:05Z"});
  }

  Job job() const {
    Job job;
    job.runs.push_back(*Run::open(path()));
    return job;
  }

 private:
  TempDir dir_{"test"};
  std::vector<corpus::Case> cases_;
  std::string model_;
  record::RunWriter writer_;
};

// What a format writes to a file.
template <class Write>
std::string written(Write write, const Job& job, Account& account) {
  const TempDir dir("test");
  NewFile file(dir.path() / "file");
  write(job, file, account);
  file.end();
  std::ostringstream text;
  text << std::ifstream(dir.path() / "file", std::ios::binary).rdbuf();
  return text.str();
}

// Its lines, each parsed.
inline std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace redcode::exports
