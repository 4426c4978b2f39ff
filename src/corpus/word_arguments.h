// The arguments of an oracle's words as written in scenario files, held to the world they speak of.
#pragma once

#include <string_view>

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"
#include "corpus/condition.h"
#include "record/world.h"

namespace redcode::corpus {

// Reads one argument into `condition`, whose word is set. Codes: see read_condition().
void read_argument(Condition& condition, std::string_view argument, const yaml::Node& value,
                   const record::World& world, yaml::Complaints& complaints);

}  // namespace redcode::corpus
