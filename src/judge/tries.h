// Tries: which facts show that something was begun, whether or not it got anywhere.
#pragma once

#include "corpus/condition.h"
#include "record/observation.h"

namespace redcode::judge {

// Whether `fact` is a try at what `condition`, a word that combines nothing, speaks of.
bool tried(const corpus::Condition& condition, const record::Fact& fact);

}  // namespace redcode::judge
