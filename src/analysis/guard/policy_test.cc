#include "analysis/guard/policy.h"
#include <gtest/gtest.h>
