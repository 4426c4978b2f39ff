// Doctor: is this host ready for runs? Looks at everything a run needs, then opens a sandbox with
// each engine that should work. Changes nothing else.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/task.h"
#include "doctor/engines.h"
#include "doctor/findings.h"

namespace redcode::doctor {

// What only the program knows. Each may throw Failure.
struct Program {
  std::function<std::filesystem::path()> corpus;  // where it is
  std::function<std::string()> image_recipe;      // digest of what base images are made from
  EngineMaker make_engine;
};

struct Diagnosis {
  Findings findings = {};
  std::string asked = "auto";  // the engine that was asked for
  uid_t user = 0;
  std::vector<TriedEngine> engines = {};

  // The engine that runs will use; null: none works, or not the one that was asked for.
  const TriedEngine* chosen() const;
  // Whose checks matter to what was asked.
  std::set<Concerns> whose() const { return concerns_of(asked, user); }
};

// `engine`: "auto", "docker", "oci+runsc". Takes seconds at most.
Task<Diagnosis> examine(Program program, std::string engine);

// The name of an engine that was asked for.
void judge_engine_name(const std::string& name, Findings& findings);

}  // namespace redcode::doctor
