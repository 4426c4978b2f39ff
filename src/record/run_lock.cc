#include "record/run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <string>

#include "base/failure.h"

namespace redcode::record {
namespace {

Fd open_lock(const std::filesystem::path& lock) {
  return Fd(::open(lock.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

// Nothing if there is no such file.
Fd hold(const std::filesystem::path& lock, const std::string& doing) {
  Fd file = open_lock(lock);
  if (file && flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("another process is {}; wait for it to end", doing));
  }
  return file;
}

}  // namespace

bool being_written(const std::filesystem::path& run) {
  const Fd lock = open_lock(run / "lock");
  return lock && flock(lock.get(), LOCK_SH | LOCK_NB) != 0;
}

RunLock::RunLock(const std::filesystem::path& run)
    : writing_(hold(run / "lock", fmt::format("writing to {}", run.string()))),
      judging_(hold(run / "judgements" / "lock", fmt::format("judging {}", run.string()))) {}

}  // namespace redcode::record
