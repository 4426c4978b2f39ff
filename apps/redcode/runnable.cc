#include "runnable.h"

#include <fmt/format.h>

namespace redcode::app {

std::string obstacle(const corpus::Case& subject, const sandbox::Traits& traits) {
  for (const std::string& needed : corpus::observers_needed(subject)) {
    if (!traits.observers.contains(needed))
      return fmt::format("they need the observer '{}', which this engine lacks", needed);
  }
  if (subject.policy.disk_limit > 0 && !traits.limits_disk)
    return "they limit the disk, which this engine cannot";
  if (subject.policy.files_limit > 0 && !traits.limits_files)
    return "they limit the number of files, which this engine cannot";
  return "";
}

}  // namespace redcode::app
