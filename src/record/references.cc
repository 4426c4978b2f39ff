#include "record/references.h"

#include <utility>

#include "record/kept_contents.h"

namespace redcode::record {

std::vector<Reference> references_of(const Record& record) {
  std::vector<Reference> blobs;
  std::vector<const FileChanged*> changes;
  // What could not be kept has no digest.
  const auto name = [&blobs](const std::string& digest) {
    if (!digest.empty()) blobs.push_back({.digest = digest});
  };
  name(record.transcript_digest);
  for (const Earlier& one : record.earlier) {
    name(one.evidence_digest);
    name(one.transcript_digest);
  }
  for (const Observation& observation : record.evidence.observations) {
    if (const auto* sent = std::get_if<DataSent>(&observation.fact)) name(sent->digest);
    if (const auto* ran = std::get_if<CommandRan>(&observation.fact)) name(ran->digest);
    if (const auto* state = std::get_if<ServiceState>(&observation.fact)) {
      name(state->before);
      name(state->after);
    }
    if (const auto* changed = std::get_if<FileChanged>(&observation.fact);
        changed != nullptr && !observation.own)
      changes.push_back(changed);
  }
  for (std::string& digest : kept_contents(changes))
    blobs.push_back({.digest = std::move(digest), .always = false});
  return blobs;
}

}  // namespace redcode::record
