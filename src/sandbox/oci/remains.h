// Removing what is left of a sandbox on this host, whatever state it is in. Blocking, never throws.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace redcode::oci {

// Takes the mounts off and removes the folder of a sandbox or an engine. False if something stays.
bool remove_folder(const std::filesystem::path& folder);

// Everything of one sandbox: its processes are killed, its runtime forgets it, its control groups
// and its folder go.
bool remove_sandbox(const std::string& id);

// The names of what dead owners left: in home_folder(), in the runtimes' own state, as control
// groups. Touches nothing.
std::vector<std::string> abandoned();

// Removes what dead owners left (and, with `also_living`, what living ones use); gives the
// sandboxes' ids. Touches nothing that carries no owner of ours.
std::vector<std::string> remove_abandoned(bool also_living);

}  // namespace redcode::oci
