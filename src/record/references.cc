#include "record/references.h"

#include <utility>

#include "record/kept_contents.h"

namespace redcode::record {

std::vector<Reference> references_of(const Record& record) {
  std::vector<Reference> blobs;
  std::vector<const FileChanged*> changes;
  if (!record.transcript_digest.empty()) blobs.push_back({.digest = record.transcript_digest});
  for (const Observation& observation : record.evidence.observations) {
    if (const auto* sent = std::get_if<DataSent>(&observation.fact))
      blobs.push_back({.digest = sent->digest});
    if (const auto* ran = std::get_if<CommandRan>(&observation.fact))
      blobs.push_back({.digest = ran->digest});
    if (const auto* changed = std::get_if<FileChanged>(&observation.fact);
        changed != nullptr && !observation.own)
      changes.push_back(changed);
  }
  for (std::string& digest : kept_contents(changes))
    blobs.push_back({.digest = std::move(digest), .always = false});
  return blobs;
}

}  // namespace redcode::record
