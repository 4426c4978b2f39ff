#include "base/open_files.h"

#include <sys/resource.h>

#include <algorithm>

namespace redcode {
namespace {

// Programs that we start inherit it, and some of them walk over all there could be.
constexpr rlim_t enough_open_files = 65'536;

}  // namespace

void allow_many_open_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = std::min(limit.rlim_max, enough_open_files);
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace redcode
