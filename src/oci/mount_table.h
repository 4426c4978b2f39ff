// The mounts a process sees, as /proc/PID/mountinfo tells them.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace redcode::oci {

struct Mounted {
  std::string type;
  bool read_only = false;
  bool no_suid = false;
  bool no_dev = false;
};

// By mount point; of several mounted over each other the last, which is the one to be seen. Lines
// that are none are left out.
using MountTable = std::map<std::string, Mounted>;
MountTable mount_table(std::string_view mountinfo);

}  // namespace redcode::oci
