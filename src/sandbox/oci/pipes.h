// The pipes through which a command's standard streams are reached.
#pragma once

#include <cstddef>

#include "base/fd.h"

namespace redcode::oci {

constexpr std::size_t pipe_size = 65536;  // what the kernel keeps in one

struct Pipe {
  Fd reading;
  Fd writing;
};

// Who may open the pipe again inside, as /dev/stdout; ids on this host.
struct PipeOwner {
  unsigned user = 0;
  unsigned group = 0;
};

// Throws Failure{unavailable}.
Pipe make_pipe(PipeOwner owner);

}  // namespace redcode::oci
