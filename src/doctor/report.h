// What doctor tells: for people, for machines, and the list of all it knows.
#pragma once

#include <string>

#include "base/json.h"
#include "doctor/doctor.h"

namespace redcode::doctor {

std::string text_of(const Diagnosis& diagnosis);
// docs/formats/schema/doctor.schema.json
Json to_json(const Diagnosis& diagnosis);

// Every check, as the table of docs/doctor.md.
std::string list_of_checks();

}  // namespace redcode::doctor
