#include "analysis/installed_rules.h"

#include "base/failure.h"
#include "base/files.h"

namespace redcode::analysis {

Rulebook load_rules(Examples examples) {
  auto rules = Rulebook::load(data_folder("rules"), examples);
  if (rules) return std::move(*rules);
  std::string all;
  for (const Error& error : rules.error()) all += (all.empty() ? "" : "\n") + error.text();
  throw Failure(Failure::Kind::corrupt, all);
}

}  // namespace redcode::analysis
