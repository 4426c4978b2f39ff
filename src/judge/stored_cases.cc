#include "judge/stored_cases.h"

#include <algorithm>

namespace redcode::judge {

Result<StoredCases> StoredCases::of(const record::RunReader& run) {
  StoredCases cases;
  const auto read = run.each_case([&](const Json& json) {
    std::optional<corpus::StoredCase> stored = corpus::stored_case(json);
    if (!stored) {
      ++cases.damaged_;
      return;
    }
    stored->subject.task.clear();
    stored->subject.legitimate_code.clear();
    std::string id = stored->subject.id;
    cases.by_id_.insert_or_assign(std::move(id), *std::move(stored));
  });
  if (!read) return std::unexpected(read.error());
  cases.damaged_ += read->damaged;
  return cases;
}

bool StoredCases::gen() const {
  return std::ranges::any_of(by_id_, [](const auto& one) { return one.second.subject.gen(); });
}

const corpus::Case* StoredCases::find(const record::Trial& trial) const {
  const auto found = by_id_.find(trial.case_id);
  if (found == by_id_.end() || found->second.digest != trial.case_digest) return nullptr;
  return &found->second.subject;
}

}  // namespace redcode::judge
