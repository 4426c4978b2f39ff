// What memory this process holds, the most it has held, and the time it took.
#pragma once

#include <sys/resource.h>

#include <chrono>
#include <fstream>

namespace redcode::app {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

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
