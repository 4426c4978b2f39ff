// Process: a program inside a sandbox that is talked to while it runs.
//
// Its words are bounded by whoever reads them: what is not read stays in a pipe of the kernel's,
// and the program waits.
//
// Thread safety: used from the one thread that runs the tasks; one read and one write may be under
// way at the same time.
#pragma once

#include <optional>
#include <string>

#include "base/task.h"

namespace redcode::sandbox {

class Process {
 public:
  enum class Stream { out, err };
  struct Piece {
    Stream stream = Stream::out;
    std::string bytes;  // at least one, at most 64 KiB
  };

  // Ends the program if it still runs.
  virtual ~Process() = default;

  // Gives it all of `bytes` as input; false if it no longer reads.
  virtual Task<bool> write(std::string bytes) = 0;
  // No more input.
  virtual void finish_writing() = 0;
  // What it printed next, from either stream in the order it came; nothing once both have ended or
  // the program has. Throws Failure when the sandbox broke.
  virtual Task<std::optional<Piece>> read() = 0;
  // Ends the program and waits until it is gone; its exit status, 128 + the signal's number if one
  // ended it. What the program started in the background goes on.
  virtual Task<int> end() = 0;
};

}  // namespace redcode::sandbox
