// What memory this process holds, and the most it has held.
#pragma once

#include <sys/resource.h>

#include <fstream>

namespace redcode::app {

inline double peak_rss_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

inline double resident_mib() {
  std::ifstream file("/proc/self/statm");
  double pages = 0;
  file >> pages >> pages;
  return pages * 4096 / 1024 / 1024;
}

}  // namespace redcode::app
