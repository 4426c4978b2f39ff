// RunState: a run folder at a glance: whose run it is, how far it got, what is wrong with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "report/survey.h"

namespace redcode::report {

struct RunState {
  std::filesystem::path run;
  std::string state = {};      // "running", "complete", "broken off", "damaged"
  std::string trouble = {};    // why nothing more can be told; "" otherwise
  std::string started = {};    // UTC, RFC 3339, of the first record; "" before there is one
  std::string judgement = {};  // what is wrong with the last one; "" otherwise
  Json manifest = Json::object();
  Survey survey = {};
  std::uint64_t damaged_cases = 0;
  bool cases_as_promised = true;
};

// Reads all of the run's records, and with `how.blobs` what they refer to. How often its trials are
// tried is in its manifest.
RunState state_of(const std::filesystem::path& run, SurveyOptions how = {});
// The same of a folder that must be a run. Throws Failure with the trouble.
RunState require_state(const std::filesystem::path& run, SurveyOptions how = {});

bool is_run(const std::filesystem::path& folder);
// The runs right below `folder`, with those of further agents, which are in a run's own folder; the
// oldest first. Throws Failure when it cannot be looked into.
std::vector<RunState> runs_in(const std::filesystem::path& folder);

// What keeps the run from being whole, `differing` verdicts that its evidence does not give
// included. A line cut short is a crash's trace: if its trial is there all the same, nothing is
// lost.
std::vector<std::string> defects(const RunState& state, std::uint64_t differing);

// A text of the manifest on one line; "?" if it is not there.
std::string word_of(const Json& manifest, std::string_view key, std::size_t longest);
// "refused 9, harmed 3": those there are, the most frequent first, `most` of them.
std::string outcomes_in_short(const Survey& survey, std::size_t most);
// For people: "1.2 MiB".
std::string size_text(std::uint64_t bytes);
// What the files below `folder` take on disk; links are not followed.
std::uint64_t disk_use(const std::filesystem::path& folder);
Json to_json(const Survey& survey);
// With what it takes on disk.
Json to_json(const RunState& state);

}  // namespace redcode::report
