#include "analysis/shell/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::shell {
namespace {}
}  // namespace redcode::shell
