// The mounts a process sees, as /proc/PID/mountinfo tells them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::sandbox {

struct Mounted {
  std::string type;
  std::string device;
  std::string root;  // what of the device is shown
  bool read_only = false;
  bool no_suid = false;
  bool no_dev = false;
  std::vector<std::string> settings = {};  // of the file system, as "upperdir=/some/where"
};

// By mount point; of several mounted over each other the last, which is the one to be seen. Lines
// that are none are left out.
using MountTable = std::map<std::string, Mounted>;
MountTable mount_table(std::string_view mountinfo);

struct OverlayLayers {
  std::filesystem::path upper;                // "": the root is no overlay that is written to
  std::vector<std::filesystem::path> lowers;  // topmost first
};

// What the root of who sees these mounts is made of, by the names of who mounted it.
OverlayLayers root_layers(const MountTable& table);

}  // namespace redcode::sandbox
