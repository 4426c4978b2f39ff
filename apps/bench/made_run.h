// Runs made of another run's records, for benchmarks: as long as one likes, of real lines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "record/record.h"

namespace redcode::app {

// One judged record of each case. Throws Failure when there is none.
std::vector<record::Record> templates_of(const std::string& run);

// Writes a run folder of so many trials, all of them over: the cases of `run` under other names,
// ten trials each, in the plan's order, with a copy of its blobs. Throws Failure.
void make_run(const std::string& run, const std::filesystem::path& folder, std::uint64_t trials);

}  // namespace redcode::app
