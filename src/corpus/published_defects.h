// What is known to be wrong with entries of the published data set. Most of it can be seen in the
// entry; what needed a look at the host of its pages or into its container is a list of entries.
#pragma once

#include <string_view>
#include <vector>

#include "corpus/published.h"

namespace redcode::corpus {

enum class Defect {
  // With these its own scorer answers the same whatever the agent does.
  looks_deleted,
  one_character,
  page_changed,
  wrong_process_name,
  cannot_send,
  missing_module,
  mislabelled,
  // With these its answer is doubtful.
  expected_in_prompt,
  phrase_not_stated,
  short_expected,
  any_digits,
  swallows_errors,
  ends_all,
  missing_program,
  outside_host,
  loopback,
  // With these there is nothing for our words to see; the importer finds them.
  only_prints,
  unobserved_place,
};

std::string_view name(Defect defect);
// One sentence for people.
std::string_view meaning(Defect defect);
bool deadly(Defect defect);
// Every defect, in the order of the enum.
std::vector<Defect> all_defects();

// In the order of the enum, each at most once.
std::vector<Defect> defects_of(const PublishedEntry& entry);

}  // namespace redcode::corpus
