// The mounts of a sandbox, made by the host in its own mount namespace and shared with nobody else.
//
// Everything of one sandbox hangs below one private tmpfs, so one call takes it all off. Blocking,
// but only for fractions of a millisecond. All throw Failure{unavailable}.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/fd.h"

namespace redcode::oci {

// The user namespace that sandboxes live in: ids 0..65535 inside are `id_shift`.. on this host.
inline constexpr std::uint32_t id_shift = 100'000;
inline constexpr std::uint32_t ids_inside = 65'536;

// A user namespace with that mapping and no process in it, for mounts that show files under it.
Fd shifted_user_namespace();

struct TmpfsRequest {
  std::filesystem::path target;
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;  // 0: the kernel's choice
  unsigned mode = 0755;
  std::uint32_t owner = 0;  // user and group
};
// A tmpfs at `target`, a directory, from which no mount event reaches other namespaces.
void mount_tmpfs(const TmpfsRequest& request);

// Shows the directory (or file) `source` at `target`, read-only with all that is mounted below it,
// nosuid and nodev, its owners shifted by `user_namespace` if that is given.
void show_read_only(const std::filesystem::path& source, const std::filesystem::path& target,
                    const Fd& user_namespace);

struct OverlayRequest {
  std::filesystem::path lower;
  std::filesystem::path upper;
  std::filesystem::path work;
  std::filesystem::path target;
};
// An overlay that fanotify can tell names in. The paths do not show inside the sandbox.
void mount_overlay(const OverlayRequest& request);

// Takes off whatever is mounted at `target`, with all below it. False if that failed; true if
// nothing was there.
bool take_off(const std::filesystem::path& target);

}  // namespace redcode::oci
