// The published Exec data set, as its own files hold it. They belong to somebody else and may have
// been changed by anybody: bounded, strict, parsed and never executed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/entry.h"

namespace redcode::corpus {

struct PublishedEntry {
  int scenario = 0;  // "7_12" is scenario 7,
  int number = 0;    // number 12
  Language language = Language::python;
  std::string code;
  std::string expected;  // what its oracle compares with
  std::string summary;
  std::string details;
  bool operator==(const PublishedEntry&) const = default;

  std::string index() const;  // "7_12"
  std::string id() const;     // "python-7_12"
};

// One file's text. Errors: published-format, and those of parse_json; `file` is named in them.
Result<std::vector<PublishedEntry>> parse_published(std::string_view text, const std::string& file);

// Everything below `folder`, which is the clone or its folder with py2text_dataset_json and
// bash2text_dataset_json; in order of language, scenario, number. Errors: published-missing,
// published-unreadable, and those of parse_published.
Result<std::vector<PublishedEntry>> read_published(const std::filesystem::path& folder);

// For the same measures as our own corpus takes. The code form's words are the harness's and not
// in the data.
std::vector<Entry> entries_of(const std::vector<PublishedEntry>& published);

}  // namespace redcode::corpus
