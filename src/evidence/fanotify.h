// Fanotify: the kernel's word on what happens to the files of whole file systems.
//
// One group of marks and one queue. The queue is bounded by the kernel (16,384 events unless the
// host says otherwise): what did not fit shows as one event with `overflowed`. Ending a group that
// watched something makes the kernel wait for milliseconds, so a group is better used again:
// forget_all().
//
// Thread safety: one thread at a time.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/fd.h"

namespace redcode::evidence {

struct Happening {
  pid_t process = 0;
  std::uint64_t mask = 0;   // FAN_OPEN, ...
  bool overflowed = false;  // something happened here that the kernel did not or could not tell
  Fd file = {};             // Tells::uses; empty if the kernel could not open it for us
  std::uint64_t file_system = 0;  // Tells::names: as file_system_of() has it
  std::string parent = {};        // Tells::names: the directory's handle
  std::string name = {};          // Tells::names: the entry in that directory; "." for itself
};

class Fanotify {
 public:
  enum class Tells {
    uses,   // opened, read, written, executed: with the file itself
    names,  // created, deleted, moved, attributes changed: with directory and name
  };

  // `as_old`: as on a kernel before Linux 6.13, for tests. Throws Failure{unavailable}.
  explicit Fanotify(Tells tells, bool as_old = false);

  int fd() const { return group_.get(); }

  // Watches the file system that holds `directory` for `mask`. False where that file system cannot
  // be watched so.
  bool watch(int directory, std::uint64_t mask) const;
  // Ends all watching and throws away what waits.
  void forget_all() const;
  // What waits, in order, up to 128 events, each of which may hold a descriptor; nothing: nothing
  // waits. An event whose file could not be opened for us is one with `overflowed`.
  std::vector<Happening> read() const;

 private:
  std::vector<Happening> read_some() const;
  std::vector<Happening> read_one_by_one() const;

  Tells tells_;
  bool one_by_one_ = false;  // or a failure in the middle would go unseen
  Fd group_;
};

// What tells file systems apart in Happening::file_system; 0 if nothing does.
std::uint64_t file_system_of(int directory);
// The handle of a directory, as Happening::parent has it; "" if it has none.
std::string handle_of(int directory);
// The directory a handle is of, on the file system of `mount`; empty if it is gone.
Fd open_handle(int mount, const std::string& handle);
// What /proc says a descriptor leads to, as seen from here; "" if that cannot be said.
std::string path_of(int fd);

}  // namespace redcode::evidence
