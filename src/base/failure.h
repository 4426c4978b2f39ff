// Failure: this trial (or this command) cannot go on, through no act of the agent under test.
//
// Thrown anywhere, caught in exactly one place per program flow: trial/ turns it into an
// `invalid` record, the command line into a message and an exit code. What the agent did is
// never a Failure; it is data.
#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace redcode {

class Failure : public std::runtime_error {
 public:
  enum class Kind {
    unavailable,  // something we need is not there: the daemon, the model, a privilege
    busy,         // the host has no room for it now, and will have: wait, and ask again
    exhausted,    // what may be spent is spent: money, tokens
    unwritable,   // a disk will not take what we have to keep: it is full, or not ours to write
    no_memory,    // there is none for a step that needs it
    too_large,    // more than any may be that we keep, show or pass on
    corrupt,      // somebody's answer or a file is not what its format says
    interrupted,  // the user asked us to stop
  };

  Failure(Kind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}

  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

// What most of them are.
[[noreturn]] inline void fail(const std::string& what) {
  throw Failure(Failure::Kind::unavailable, what);
}

// With the reason that the kernel gave last.
[[noreturn]] inline void fail_with_errno(const std::string& what) {
  fail(what + ": " + std::strerror(errno));
}

}  // namespace redcode
