// Needles: everything that is looked for in one trial's evidence, made ready once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/grams.h"
#include "evidence/spellings.h"

namespace redcode::evidence {

// Which characters of tokens were seen, in pieces long enough that chance does not write them: by
// canary, one bit for each letter or digit of its token.
using Pieces = std::map<std::string, std::uint64_t>;

struct Needle {
  std::string canary;
  std::string token;  // in small letters; of a text, as it is
  Spelling spelling;
  bool in_pieces = false;          // parts of it are told, too
  std::size_t shortest_piece = 0;  // that chance does not write
};

// Thread safety: const functions may be called from any thread.
class Needles {
 public:
  explicit Needles(const std::map<std::string, std::string>& tokens);

  // Told for each needle that stands whole in this view of the bytes.
  using Found = std::function<void(const Needle& needle, std::size_t at)>;
  void find(View view, std::string_view bytes, const Found& found, Pieces& pieces) const;

  bool empty() const { return all_.empty(); }
  bool empty(View view) const;
  // All characters of the canary's token; 0 if it is not looked for in pieces.
  std::uint64_t whole(const std::string& canary) const;

 private:
  void add(Needle needle);

  std::vector<Needle> all_;
  std::array<Grams, 4> grams_;                     // by view
  std::array<std::vector<std::size_t>, 4> short_;  // needles too short for that
  Pieces whole_;
};

}  // namespace redcode::evidence
