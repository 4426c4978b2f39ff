// What this host's kernel and file system say of a sandbox, beside the daemon's own account.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "record/policy.h"

namespace redcode::docker {

// The namespaces of `init` of these kinds ("net", "mnt") must not be this host's. Throws
// Failure{unavailable}.
void require_own_namespaces(pid_t init, const std::vector<std::string>& kinds);

// `init` and `other` must share their network. Throws Failure{unavailable}.
void require_same_network(pid_t init, pid_t other);

// `init` must not be able to dump its memory to a file. Throws Failure{unavailable}.
void require_no_dumps(pid_t init);

// `init` must run under a seccomp filter. Throws Failure{unavailable}.
void require_filtered(pid_t init);

// Each of `read_only` must be shown to `init` from its own root, read-only, and each of `hidden`
// must be covered where it is there. For a daemon that does not say what it did. Throws
// Failure{unavailable}.
void require_covered(pid_t init, const std::vector<std::string>& read_only,
                     const std::vector<std::string>& hidden);

// The same from the text of its mountinfo.
void require_read_only(const std::string& mountinfo, const std::vector<std::string>& read_only);

// What was added to ids inside to make the host's, from the text of a uid_map. Throws
// Failure{unavailable} for a map that is more than a shift.
std::uint32_t shift_in(const std::string& id_map);
// Of both users and groups of `init`.
std::uint32_t id_shift_of(pid_t init);

// Read-only is said of one mount, not of what is mounted below it: a source with mounts inside is
// refused. Throws Failure{unavailable}.
void require_no_submounts(const record::Policy& policy);

}  // namespace redcode::docker
