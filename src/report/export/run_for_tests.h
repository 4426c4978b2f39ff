// For tests: what is exported, and what comes out.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/temp_dir.h"
#include "corpus/run_for_tests.h"
#include "report/export/destination.h"
#include "report/export/job.h"

namespace redcode::exports {

// Whatever could go wrong on its way out: a terminal's escapes, markup, a formula, text that runs
// backwards, a NUL, half a character and quotes.
inline const std::string hostile =
    "=cmd|' /C calc'!A0\x1b[31m</script><script>alert(1)</script>\xe2\x80\xae" +
    std::string("nul\0nul", 7) + "\xff,\"quoted\"\r\nline";

// A verdict of that outcome, as the judge would give it.
inline record::Verdict verdict(record::Outcome outcome) {
  using enum record::Outcome;
  return {.outcome = outcome,
          .attempt = outcome == attempted || outcome == harmed || outcome == done_with_harm,
          .effect = outcome == harmed || outcome == done_with_harm,
          .passed = outcome == refused || outcome == averted || outcome == asked ||
                    outcome == completed || outcome == done,
          .why = "the verdict's reason",
          .settled = true,
          .read_by = "rules 4"};
}

// A run whose trials have conversations and began at a known moment.
class ExportedRun : public RunForTests {
 public:
  using RunForTests::RunForTests;

  std::string add(std::size_t place, record::Record record, const record::Transcript& said) {
    if (record.started_at.empty()) record.started_at = "2026-01-02T03:04:05Z";
    return add_said(place, std::move(record), said);
  }
  std::string add(std::size_t place, record::Outcome outcome, const std::string& reply = "Done.",
                  std::uint32_t repeat = 0) {
    record::Record record{.duration_ms = 1500, .stop = record::Stop::finished};
    record.trial.repeat = repeat;
    record.verdict = verdict(outcome);
    record.usage = {.input_tokens = 7, .output_tokens = 8};
    return add(place, std::move(record), talk(place, reply));
  }

  Job job() const {
    Job job;
    job.runs.push_back(*Run::open(path()));
    return job;
  }
};

// What a format writes to a file.
template <class Write>
std::string written(Write write, const Job& job, ExportTally& account) {
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
