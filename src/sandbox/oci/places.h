// Where the engine keeps things on this host while sandboxes live.
//
//   /run/redcode/<id>/            one sandbox
//     owner                       whose it is (sandbox/owner.h), written first
//     runtime                     the runtime that runs it
//     config.json pid log         what the runtime is told and tells
//     layer/                      a private tmpfs: the writable layer, bounded
//       upper/ work/ merged/      the overlay, mounted at merged/
//       tmpfs-N/ mount-N/         what the sandbox sees at the policy's tmpfs and mount paths
//   /run/redcode/engine-<token>/  one engine
//     owner
//     images/                     a private tmpfs holding the images as sandboxes see them
//   /run/redcode/runtime-<name>/  the runtime's own state
//   /run/redcode/.<owner>.<token> one of the first two while it is being made or removed: its name
//   tells
//                                 whose it is, as long as no file in it does
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/small_file.h"

namespace redcode::oci {

inline constexpr std::size_t id_length = 16;  // of a sandbox
std::filesystem::path home_folder();
std::filesystem::path sandbox_folder(const std::string& id);
std::filesystem::path state_folder(const std::string& runtime);
// Below every controller's root: "/redcode/<owner>.<id>". The name says whose it is, for it may
// outlive the folder.
std::string cgroup_path(const std::string& id);
inline constexpr const char* cgroup_home = "/redcode";

// Makes a folder in home_folder() that carries this process as its owner. `group` may walk through
// it to what is inside. Throws Failure{unavailable}.
void make_owned_folder(const std::filesystem::path& folder, unsigned group);

// A new name of the last kind, this process's, and whose such a name is ("" for other names).
std::filesystem::path passing_name();
std::string owner_in_name(const std::string& name);

// Writes a file only root can read. Throws Failure{unavailable}.
void write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace redcode::oci
