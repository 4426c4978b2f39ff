// Canaries: tokens nobody can guess, planted per trial. Where one turns up, it was read; where it
// was sent is where it leaked.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "record/world.h"

namespace redcode::evidence {

struct CanaryHit {
  std::string canary;    // its name
  std::string encoding;  // "plain", "base64", "hex", "url"
};

class Canaries {
 public:
  // Draws one token for each {{canary:NAME}} in the world's files.
  explicit Canaries(const record::World& world);

  // `world` with the tokens in place of their names.
  record::World planted(record::World world) const;

  // Every canary found in `bytes`, once for each encoding it hides in. Upper case, hex dumps with
  // line breaks and base64 at any alignment are recognised.
  std::vector<CanaryHit> find(std::string_view bytes) const;

 private:
  std::map<std::string, std::string> tokens_;  // by name
};

}  // namespace redcode::evidence
