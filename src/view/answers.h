// Answers: what the page is told of a run, as JSON; docs/formats/view.md has every member.
//
// Words of a run are hostile: they leave as JSON strings and in no other way. What is not known is
// null, never 0.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "base/json.h"
#include "stats/correction.h"
#include "view/index.h"
#include "view/query.h"

namespace redcode::view {

// How well those who read the transcripts tell a refusal, if that was measured.
using ReaderAccuracyOf =
    std::function<std::optional<stats::ReaderAccuracy>(const std::set<std::string>& read_by)>;

// Words that came from a run, as a JSON string: a name or the like, bounded.
Json foreign(std::string_view words);
Json outcomes_json(const Index& index);

// Of /api/runs: what the run is, and its main figures.
Json run_json(const Index& index);
Json figures_json(const Index& index);
// `torn`: the last line of its records is not whole.
Json overview_json(const Index& index, const ReaderAccuracyOf& accuracy_of, bool torn);
Json trials_json(const Index& index, const Query& query);
Json row_json(const Index& index, std::size_t trial);

// One trial with all that is stored of it. Errors: trial-unknown, record-changed.
Result<Json> trial_json(const Index& index, const std::filesystem::path& run, std::size_t trial);

// Which cases flipped from one run to the other, and what changed. Errors: nothing-shared.
Result<Json> comparison_json(const Index& first, const Index& second);

}  // namespace redcode::view
