#include "analysis/guard/check.h"
#include <gtest/gtest.h>
