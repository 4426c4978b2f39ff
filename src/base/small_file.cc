#include "base/small_file.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/fd.h"

namespace redcode {

std::string read_small_file(const std::filesystem::path& path) {
  constexpr std::size_t most = std::size_t{1} << 20U;
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string content;
  std::string block(16384, '\0');
  while (file && content.size() < most) {
    const ssize_t got = read(file.get(), block.data(), block.size());
    if (got <= 0) break;
    content.append(block, 0, static_cast<std::size_t>(got));
  }
  return content;
}

}  // namespace redcode
