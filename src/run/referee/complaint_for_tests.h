// For tests: the code of what was wrong; "" if nothing was.
#pragma once

#include <string>

#include "base/result.h"

namespace redcode::referee {

template <class T>
std::string complaint(const Result<T>& result) {
  return result ? "" : result.error().code;
}

}  // namespace redcode::referee
