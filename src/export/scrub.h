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

#include "export/account.h"

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

  // Takes time in proportion to the text.
  std::string scrub(std::string text);

  // What was taken out since this was last asked.
  Scrubbed take_counts() { return std::exchange(counts_, {}); }

 private:
  struct Quick;  // tells which patterns there may be, in one go

  std::vector<std::size_t> candidates(std::string_view text) const;
  std::string replaced(std::string text, std::size_t which);

  std::vector<std::unique_ptr<re2::RE2>> patterns_;
  std::unique_ptr<Quick> quick_;
  Scrubbed counts_;
};

}  // namespace redcode::exports
