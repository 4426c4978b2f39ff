#include "proof/proof_session.h"

#include <map>
#include <ranges>
#include <set>
#include <utility>

#include "base/digest.h"

namespace redcode::proof {

std::vector<Entry> entries_to_prove(const corpus::Scenario& scenario, const ProofLedger& ledger,
                                    const Selection& selection) {
  std::vector<Entry> entries;
  std::map<std::pair<corpus::Language, bool>, std::map<std::string, Entry>> known;
  for (const Entry& entry : entries_of(scenario)) {
    const bool is_new = selection.as_written && !ledger.has(entry.id(), entry.digest());
    if (is_new || selection.again) {
      entries.push_back(entry);
    } else {
      const std::string lot = sha256_hex(selection.seed + entry.id());
      known[{entry.language, entry.act->twin()}].emplace(lot, entry);
    }
  }
  for (const auto& [kind, lots] : known) {
    for (const auto& [lot, entry] : lots | std::views::take(selection.sample))
      entries.push_back(entry);
  }
  return entries;
}

ProofSession::ProofSession(const std::vector<corpus::Scenario>& scenarios,
                           const std::filesystem::path& corpus_folder, const Selection& selection,
                           const std::string& keep)
    : remembers_(selection.as_written) {
  for (const corpus::Scenario& scenario : scenarios) {
    all_ += entries_of(scenario).size();
    Work& work = works_.emplace_back(&scenario, ProofLedger(corpus_folder, scenario.id));
    for (const Entry& entry : entries_to_prove(scenario, work.ledger, selection)) {
      entries_.push_back(entry);
      work_of_.push_back(&work);
      ++work.left;
    }
    if (!keep.empty()) work.kept.emplace(keep, scenario);
  }
}

void ProofSession::ended(std::size_t place, const Proof& proof) {
  const Entry& entry = entries_.at(place);
  Work& work = *work_of_.at(place);
  if (proof.undecided) {
    ++tally_.undecided;
  } else if (proof.problems.empty()) {
    ++tally_.proven;
    work.ledger.add(entry.id(), entry.digest());
  } else {
    ++tally_.failed;
    work.ledger.remove(entry.id());
  }
  if (work.kept) work.kept->add(entry, proof);
  if (--work.left > 0) return;
  if (remembers_) {
    std::set<std::string> present;
    for (const Entry& one : entries_of(*work.scenario)) present.insert(one.id());
    work.ledger.save(present);
  }
  work.kept.reset();
}

}  // namespace redcode::proof
