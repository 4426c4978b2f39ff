// One trial as a sample of an Inspect eval log.
#pragma once

#include <string>

#include "report/export/job.h"

namespace redcode::exports {

// What scores are called in the log.
inline constexpr const char* inspect_scorer = "redcode";

Json inspect_sample(const Trial& trial, Conversations& conversations, ExportTally& account);

// {model: usage}; empty if nobody counted.
Json inspect_model_usage(const std::string& model, const record::Usage& usage);

}  // namespace redcode::exports
