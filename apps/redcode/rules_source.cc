#include "rules_source.h"

#include "base/failure.h"
#include "files.h"

namespace redcode::app {

analysis::Rulebook load_rules(analysis::Examples examples) {
  auto rules = analysis::Rulebook::load(data_folder("rules"), examples);
  if (rules) return std::move(*rules);
  std::string all;
  for (const Error& error : rules.error()) all += (all.empty() ? "" : "\n") + error.text();
  throw Failure(Failure::Kind::corrupt, all);
}

}  // namespace redcode::app
