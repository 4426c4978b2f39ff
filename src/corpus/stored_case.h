// StoredCase: a case of a run, as the run's own folder keeps it.
#pragma once

#include <optional>
#include <string>

#include "corpus/case.h"

namespace redcode::corpus {

struct StoredCase {
  Case subject;
  // Of the line as it stands: another version may write the same case otherwise.
  std::string digest;
};

// Nothing if it is no case.
std::optional<StoredCase> stored_case(const Json& json);

}  // namespace redcode::corpus
