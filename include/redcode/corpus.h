// Corpus: every case of a folder of scenario files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "redcode/case.h"

namespace redcode {

class Corpus {
 public:
  // Reads a corpus folder, as share/redcode/corpus. Throws std::runtime_error with file, line and
  // column of every mistake, a line each.
  static Corpus load(const std::filesystem::path& folder);

  // In order of file name, variant, language and form.
  const std::vector<Case>& cases() const { return cases_; }
  // Of all cases: two corpora of one digest hold the same.
  const std::string& digest() const { return digest_; }
  // Throws std::runtime_error, with the nearest id, when there is no such case.
  const Case& find(std::string_view id) const;

 private:
  std::vector<Case> cases_;
  std::string digest_;
};

}  // namespace redcode
