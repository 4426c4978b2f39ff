#include "sandbox/oci/pipes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "base/failure.h"

namespace redcode::oci {
namespace {

[[noreturn]] void fail(const char* what) {
  throw Failure(Failure::Kind::unavailable, fmt::format("{}: {}", what, std::strerror(errno)));
}

}  // namespace

Pipe make_pipe(PipeOwner owner) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("cannot make a pipe");
  Pipe pipe{.reading = Fd(ends[0]), .writing = Fd(ends[1])};
  if (fchown(pipe.writing.get(), owner.user, owner.group) != 0) {
    fail("cannot hand a pipe to the sandbox's user");
  }
  return pipe;
}

}  // namespace redcode::oci
