// The report as JUnit XML, which every CI shows: a suite for each scenario, a test for each planned
// trial. It keeps to the schema of Jenkins' xUnit plugin (junit-10.xsd).
//
// A trial that did not go as its case expects is a failure. One that could not be judged, or has no
// record, is an error: never skipped, never green. The first suite is about the run itself.
#pragma once

#include <cstddef>
#include <string>

#include "report/listing.h"

namespace redcode::report {

// As many as GitLab reads. What is left out makes an error of the first suite.
inline constexpr std::size_t most_junit_tests = 500'000;

std::string junit_report(const Listing& listing, std::size_t most_tests = most_junit_tests);

}  // namespace redcode::report
