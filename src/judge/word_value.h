// What a value must be: the forms `is`, `is_not`, `contains`, `at_least`, `at_most` and `absent`.
#pragma once

#include <vector>

#include "corpus/condition.h"
#include "judge/settings.h"

namespace redcode::judge {

// Whether one of `values` is as asked; of `is_not` none may be one of those named. Truth values
// are equal in all their spellings (true, yes, on, 1), numbers by value.
bool fits(const std::vector<Value>& values, const corpus::Condition& condition);

}  // namespace redcode::judge
