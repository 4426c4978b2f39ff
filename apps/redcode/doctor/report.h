// What doctor tells: for people, for machines, and the list of all it knows.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "doctor/chart.h"
#include "doctor/engines.h"
#include "out.h"

namespace redcode::app {

struct Diagnosis {
  Chart chart;
  std::string asked = "auto";  // the engine that was asked for
  std::vector<TriedEngine> engines = {};

  // The engine that runs will use; null: none works, or not the one that was asked for.
  const TriedEngine* chosen() const;
  // Whose ailments matter to what was asked.
  std::set<Concerns> whose() const;
};

void tell(const Diagnosis& diagnosis, Out& out);
// docs/formats/schema/doctor.schema.json
Json to_json(const Diagnosis& diagnosis);

// Every ailment, as the table of docs/doctor.md.
std::string table_of_ailments();

}  // namespace redcode::app
