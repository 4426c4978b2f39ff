// Scrubber: takes secrets out of text before it leaves a run folder.
//
// A secret that has been found is replaced by "[scrubbed:KIND]" and counted. What secrets look like
// is in secret_patterns.h; one that looks like nothing there, or is encoded, stays.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/observation.h"
#include "report/export/account.h"

namespace re2 {
class RE2;
}

namespace redcode::exports {

class Scrubber {
 public:
  Scrubber();
  ~Scrubber();
  Scrubber(const Scrubber&) = delete;
  Scrubber& operator=(const Scrubber&) = delete;
  Scrubber(Scrubber&&) = delete;
  Scrubber& operator=(Scrubber&&) = delete;

  // From now on these are secrets, too, as they are and as programs print them; those that were
  // made known before no more.
  void know(const std::vector<record::SeededToken>& tokens);

  // Takes time in proportion to the text.
  std::string scrub(std::string text);

  // What was taken out since this was last asked.
  Scrubbed take_counts() { return std::exchange(counts_, {}); }

 private:
  struct Quick;  // tells which patterns there may be, in one go

  std::vector<std::size_t> candidates(std::string_view text) const;
  std::string replaced(std::string text, std::size_t which);
  std::string without_tokens(std::string text);

  std::vector<std::unique_ptr<re2::RE2>> patterns_;
  std::unique_ptr<Quick> quick_;
  std::vector<std::string> tokens_;  // in small letters, in each way they are printed
  Scrubbed counts_;
};

}  // namespace redcode::exports
