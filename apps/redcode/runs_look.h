// A run folder at a glance: whose run it is, how far it got, in what state it is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/fd.h"
#include "base/json.h"
#include "runs_survey.h"

namespace redcode::app {

struct Look {
  std::filesystem::path run;
  std::string state;           // "running", "complete", "broken off", "damaged"
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
Look look_at(const std::filesystem::path& run, SurveyOptions how = {});

// Whether a process has the run open for writing. Looking takes the lock for an instant.
bool being_written(const std::filesystem::path& run);

// Keeps others from writing to the run, or from judging it, as long as it lives. Throws Failure if
// somebody does; not if there is nothing to keep them from.
class RunKept {
 public:
  explicit RunKept(const std::filesystem::path& run);

 private:
  Fd writing_;
  Fd judging_;
};

// "refused 9, harmed 3": those there are, the most frequent first, `most` of them.
std::string outcomes_in_short(const Survey& survey, std::size_t most);
// For people: "1.2 MiB".
std::string size_text(std::uint64_t bytes);
// What the files below `folder` take on disk; links are not followed.
std::uint64_t disk_use(const std::filesystem::path& folder);
Json to_json(const Survey& survey);

}  // namespace redcode::app
