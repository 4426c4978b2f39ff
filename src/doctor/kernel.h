// The kernel, as the engine oci needs it: control groups, namespaces, overlays, and what observers
// ask of it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "doctor/findings.h"

namespace redcode::doctor {

struct Kernel {
  uid_t user = 0;                         // but for this, nothing is read for other users than root
  std::string release = {};               // "6.1.0-18-amd64"
  std::uint64_t capabilities = 0;         // that this process has in effect, a bit each
  std::string mounts = {};                // /proc/self/mounts
  std::string controllers = {};           // cgroup.controllers of a version 2 tree
  bool has_user_namespaces = true;        // it was built with them
  std::string most_user_namespaces = {};  // the setting; "": there is none
  std::string why_no_user_namespace = {};  // making one failed
  std::string file_systems = {};           // /proc/filesystems
  std::string seccomp_actions = {};        // what its filters can do
  int fanotify_error = 0;                  // errno of asking for a group
  std::string most_fanotify_groups = {};   // the setting; "": there is none
  std::string why_no_process_events = {};
};

// A file of one setting; "" if it is not there.
std::string setting(const char* file);

Kernel read_kernel(uid_t user);
void judge(const Kernel& kernel, Findings& findings);

}  // namespace redcode::doctor
