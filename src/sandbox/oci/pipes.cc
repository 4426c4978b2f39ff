#include "sandbox/oci/pipes.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "base/failure.h"

namespace redcode::oci {

Pipe make_pipe(PipeOwner owner) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail_with_errno("cannot make a pipe");
  Pipe pipe{.reading = Fd(ends[0]), .writing = Fd(ends[1])};
  if (fchown(pipe.writing.get(), owner.user, owner.group) != 0) {
    fail_with_errno("cannot hand a pipe to the sandbox's user");
  }
  return pipe;
}

}  // namespace redcode::oci
