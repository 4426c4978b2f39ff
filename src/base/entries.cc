#include "base/entries.h"

#include <tuple>

namespace redcode {

std::error_code each_entry(
    const std::filesystem::path& folder,
    const std::function<void(const std::filesystem::directory_entry&)>& visit) {
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(folder, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    visit(*entry);
  }
  return error;
}

std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  // What comes before an error is there.
  std::ignore = each_entry(folder, [&paths](const std::filesystem::directory_entry& entry) {
    paths.push_back(entry.path());
  });
  return paths;
}

}  // namespace redcode
