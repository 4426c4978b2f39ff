// Edition: what a corpus as a whole is called, which versions of it were released, and which of its
// cases were found wrong since. Written in <corpus>/corpus.yaml; docs/formats/corpus.md.
//
// A released version never changes: its digest stands here, and a case found wrong in it is
// quarantined by id, with an erratum, until the next version mends it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/complaints.h"

namespace redcode::corpus {

struct Release {
  std::string version;
  std::string digest;  // of the corpus
};

struct Quarantined {
  std::string case_id;  // or the beginning of several: "<scenario>.<variant>"
  std::string erratum;  // what is wrong with it
  yaml::Mark mark;
  bool covers(std::string_view id) const;
};

struct Edition {
  std::string name = "unnamed";
  std::string version = "0";
  std::vector<Release> released = {};
  std::vector<Quarantined> quarantine = {};
  yaml::Mark version_mark = {};

  // The digest this version was released with; "": it was not.
  std::string released_digest() const;
};

// What is wrong goes to `complaints`. Codes: those of yaml.h and fields.h.
Edition read_edition(std::string_view yaml, yaml::Complaints& complaints);

}  // namespace redcode::corpus
