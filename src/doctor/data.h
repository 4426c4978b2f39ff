// Our own data: the corpus and what comes with it.
#pragma once

#include <filesystem>
#include <functional>

#include "doctor/findings.h"

namespace redcode::doctor {

// `find` gives the corpus's folder, or throws Failure.
void look_at_data(const std::function<std::filesystem::path()>& find, Findings& findings);

}  // namespace redcode::doctor
