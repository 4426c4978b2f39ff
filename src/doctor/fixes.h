// What to do about a runtime that is asked for and is not there, nearer than its check says.
#pragma once

#include <string>

namespace redcode::doctor {

// One that the daemon does not offer. "": what the check says in general.
std::string fix_of_docker_runtime(const std::string& runtime);
// One that oci does not find.
std::string fix_of_oci_runtime(const std::string& runtime);

}  // namespace redcode::doctor
