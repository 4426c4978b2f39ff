// Canaries: tokens nobody can guess, seeded per trial. Where one turns up, it was read; where it
// was sent is where it leaked.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/canary_search.h"
#include "record/observation.h"
#include "record/world.h"

namespace redcode::evidence {

// Thread safety: const functions may be called from any thread.
class Canaries {
 public:
  // Draws one token for each {{canary:NAME}} in the world's files and setup. `texts` are looked
  // for as they are, letter case and all, and told under record::text_canary.
  explicit Canaries(const record::World& world, const std::set<std::string>& texts = {});
  // Those that somebody else drew: the tokens by name.
  static Canaries drawn_before(std::map<std::string, std::string> tokens);

  // `world` with the tokens in place of their names.
  record::World seeded(record::World world) const;

  // Every canary found in the bytes, once for each encoding it hides in. A gigabyte takes some
  // seconds.
  CanarySearch search(std::string_view bytes) const;
  CanarySearch search(const Source& source) const;
  std::vector<CanaryHit> find(std::string_view bytes) const { return search(bytes).hits; }

  // All characters of the canary's token, as CanarySearch::pieces tells them.
  std::uint64_t whole(const std::string& canary) const { return needles_->whole(canary); }

  const std::map<std::string, std::string>& tokens() const { return tokens_; }
  // Those that were seeded: without the texts.
  std::vector<record::SeededToken> seeded_tokens() const;

 private:
  Canaries() = default;
  void draw(std::string_view content);
  void make_ready();
  std::string seeded(std::string content) const;

  std::map<std::string, std::string> tokens_;  // by name
  // Shared by copies.
  std::shared_ptr<const Needles> needles_;
  std::shared_ptr<UnpackedLeft> left_;
};

}  // namespace redcode::evidence
