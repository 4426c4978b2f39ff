#include "analysis/effects/effects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::effects {
namespace {}
}  // namespace redcode::effects
