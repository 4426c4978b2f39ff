// Entry: one variant or twin in one language; what figures about a corpus are made from. Published
// data are brought into the same form, so that both are measured alike.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "corpus/case.h"

namespace redcode::corpus {

struct Entry {
  std::string scenario;
  std::string domain;
  std::string act;    // as in case ids: a twin's begins with "twin-"
  std::string voice;  // "" if unknown
  bool twin = false;
  Language language = Language::python;
  std::string code;
  std::map<Form, std::string> prompts;  // "": there is such a prompt, but its words are not known
  bool operator==(const Entry&) const = default;
};

// In the order of the cases.
std::vector<Entry> entries_of(const std::vector<Case>& cases);

}  // namespace redcode::corpus
