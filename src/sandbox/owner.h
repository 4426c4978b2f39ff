// Owner: which process of which boot made a sandbox, so that what a dead one left can be told from
// what a living one uses.
#pragma once

#include <string>
#include <string_view>

namespace redcode::sandbox {

// "<boot id>:<pid>:<start time of that pid>". Pids are used again; start times tell them apart.
std::string this_owner();

// Whether that process still runs. Text that is no owner counts as gone.
bool owner_lives(std::string_view owner);

// The same within one boot, in letters that any name may hold: "<pid>-<start time>-<pid
// namespace>". Of a process in another pid namespace nothing can be known here: it counts as
// living, and so does what is no such tag.
std::string this_owner_tag();
bool tagged_owner_lives(std::string_view tag);

}  // namespace redcode::sandbox
