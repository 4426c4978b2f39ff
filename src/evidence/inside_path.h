// InsidePath: what a file of a sandbox is called in there.
//
// The kernel names a file by the mounts it was reached through. While the sandbox lives those are
// its own, and the name is what the sandbox calls it; once its last process is dead they have come
// apart, and each mount's files are named from that mount's root.
//
// Thread safety: one thread at a time.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>

#include "base/fd.h"

namespace redcode::evidence {

class InsidePath {
 public:
  // `init`: a process inside, while nothing of the agent's runs yet.
  explicit InsidePath(pid_t init);

  // What is on the mount of `directory` is below `inside` in there. Remembers the descriptor, which
  // must outlive it.
  void show(int directory, std::string inside);

  // Whether a mount, by its id, is one of the sandbox's.
  bool has_mount(std::uint64_t mount) const { return mount_points_.contains(mount); }

  // Whether the sandbox's mounts hold together. Names asked for between two calls that said the
  // same are right.
  bool is_whole() const;

  // The path of an open file on the mount with that id (statx), `whole` as is_whole() said; "" if
  // the kernel cannot name it.
  std::string of(int file, std::uint64_t mount, bool whole) const;

 private:
  struct Shown {
    int directory = -1;
    std::string inside;
  };
  std::map<std::uint64_t, std::string> mount_points_;  // by the kernel's mount id
  std::map<std::uint64_t, Shown> shown_;
  Fd landmark_;  // on a mount that is not the root
  std::string landmark_path_;
};

// The id of the mount a descriptor was opened through; 0 if the kernel does not say.
std::uint64_t mount_of(int fd);
// The path without what the kernel adds to the name of a file that has none any more.
std::string without_deleted(std::string path);

}  // namespace redcode::evidence
