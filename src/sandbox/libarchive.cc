#include "sandbox/libarchive.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::sandbox {

std::string complaint_of(archive* archive) {
  const char* text = archive_error_string(archive);
  return one_line(text == nullptr ? "unknown error" : text, 200);
}

std::string plain_path(const char* name) {
  if (name == nullptr) throw Failure(Failure::Kind::corrupt, "a tar entry has no name");
  std::vector<std::string> parts;
  for (const std::string& part : split(name, '/')) {
    if (part == "..") {
      throw Failure(Failure::Kind::corrupt,
                    fmt::format("a tar entry leads out: {}", one_line(name, 200)));
    }
    if (!part.empty() && part != ".") parts.push_back(part);
  }
  return fmt::format("{}", fmt::join(parts, "/"));
}

}  // namespace redcode::sandbox
