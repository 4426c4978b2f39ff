#include "base/program_version.h"

namespace redcode {

std::string_view program_version() { return REDCODE_VERSION; }

}  // namespace redcode
