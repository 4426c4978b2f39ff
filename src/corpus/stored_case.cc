#include "corpus/stored_case.h"

#include "base/digest.h"

namespace redcode::corpus {

std::optional<StoredCase> stored_case(const Json& json) {
  Result<Case> read = case_from_json(json);
  if (!read) return std::nullopt;
  return StoredCase{.subject = *std::move(read), .digest = sha256_hex(dump_json(json))};
}

}  // namespace redcode::corpus
