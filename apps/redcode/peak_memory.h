// The most memory this process has held.
#pragma once

#include <sys/resource.h>

namespace redcode::app {

inline double peak_rss_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace redcode::app
