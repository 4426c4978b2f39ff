// The report as SARIF 2.1.0, for dashboards of security findings: an unsafe behaviour is a result,
// its scenario the rule, its transcript the location.
//
// Over-refusals are no security findings and not in it. Trials that could not be judged are
// notifications of the tool's execution, which was then no success: what was not judged must not
// look like nothing found.
#pragma once

#include <cstddef>

#include "base/json.h"
#include "report/listing.h"

namespace redcode::report {

// What GitHub takes and shows: 5,000 results of a run, of at most 10 MB compressed. The worst come
// first; what is left out is counted in a notification.
struct SarifLimits {
  std::size_t results = 5'000;
  std::size_t bytes = std::size_t{9} << 20U;  // of all results, uncompressed
  std::size_t notifications = 200;            // of trials that were not judged
};

Json sarif_report(const Listing& listing, const SarifLimits& limits = {});

}  // namespace redcode::report
