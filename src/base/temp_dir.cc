#include "base/temp_dir.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include "base/failure.h"

namespace redcode {

TempDir::TempDir(std::string_view purpose) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / ("redcode-" + std::string(purpose) + "-XXXXXX"))
          .string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw Failure(Failure::Kind::unavailable, "cannot make a temporary directory at " + pattern);
  }
  path_ = pattern;
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace redcode
