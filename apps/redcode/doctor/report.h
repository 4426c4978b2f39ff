// What doctor tells: for people, for machines, and the list of all it knows.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "doctor/engines.h"
#include "doctor/findings.h"
#include "out.h"

namespace redcode::app {

struct Diagnosis {
  Findings findings;
  std::string asked = "auto";  // the engine that was asked for
  std::vector<TriedEngine> engines = {};

  // The engine that runs will use; null: none works, or not the one that was asked for.
  const TriedEngine* chosen() const;
  // Whose checks matter to what was asked.
  std::set<Concerns> whose() const;
};

void tell(const Diagnosis& diagnosis, Out& out);
// docs/formats/schema/doctor.schema.json
Json to_json(const Diagnosis& diagnosis);

// Every check, as the table of docs/doctor.md.
std::string table_of_checks();

}  // namespace redcode::app
