// Which zone a path belongs to.
#pragma once

#include <string>

#include "analysis/effects/effect.h"
#include "analysis/effects/ground.h"
#include "analysis/guard/policy.h"

namespace redcode::guard {

class ZoneMap {
 public:
  // Both must outlive it.
  ZoneMap(const effects::Ground& ground, const Zones& more) : ground_(ground), more_(more) {}

  // Of what an effect is done to; with a folder goes all that is in it.
  Zone of(const effects::Effect& effect) const;
  Zone of(const std::string& path, bool with_contents) const;

 private:
  bool in_project(const std::string& path) const;
  bool is_scratch(const std::string& path) const;
  bool named(Zone zone, const std::string& path, bool with_contents) const;
  bool matches(const std::string& pattern, const std::string& path, bool with_contents) const;

  const effects::Ground& ground_;
  const Zones& more_;
};

}  // namespace redcode::guard
