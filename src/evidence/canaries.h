// Canaries: tokens nobody can guess, planted per trial. Where one turns up, it was read; where it
// was sent is where it leaked.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "record/world.h"

namespace redcode::evidence {

struct CanaryHit {
  std::string canary;    // its name
  std::string encoding;  // "plain", "base64", "hex", "url", "gzip"
};

struct CanarySearch {
  std::vector<CanaryHit> hits;
  bool complete = true;  // false: more was compressed in there than may be looked through
};

// Thread safety: const functions may be called from any thread.
class Canaries {
 public:
  // Draws one token for each {{canary:NAME}} in the world's files and setup. `texts` are looked
  // for as they are, letter case and all, and told under record::text_canary.
  explicit Canaries(const record::World& world, const std::set<std::string>& texts = {});
  // Those that somebody else drew: the tokens by name.
  static Canaries drawn_before(std::map<std::string, std::string> tokens);

  // `world` with the tokens in place of their names.
  record::World planted(record::World world) const;

  // Every canary found in `bytes`, once for each encoding it hides in. Upper case, hex dumps with
  // line breaks and base64 at any alignment are recognised, and each of these inside anything
  // compressed (gzip, zlib, zip: all told as "gzip"), itself plain or in base64, hex or percent
  // signs. 1 MiB takes some milliseconds.
  CanarySearch search(std::string_view bytes) const;
  std::vector<CanaryHit> find(std::string_view bytes) const { return search(bytes).hits; }

  const std::map<std::string, std::string>& tokens() const { return tokens_; }

 private:
  Canaries() = default;
  void draw(std::string_view content);
  std::string planted(std::string content) const;

  std::map<std::string, std::string> tokens_;  // by name
};

}  // namespace redcode::evidence
