#include "record/references.h"

#include <optional>

namespace redcode::record {
namespace {

// Of the content of a file, which a link or a folder has none of.
void add_content(std::vector<Reference>& blobs, const std::optional<FileState>& state) {
  if (state && state->kind == "file" && !state->digest.empty())
    blobs.push_back({.digest = state->digest, .always = false});
}

}  // namespace

std::vector<Reference> references_of(const Record& record) {
  std::vector<Reference> blobs;
  if (!record.transcript_digest.empty()) blobs.push_back({.digest = record.transcript_digest});
  for (const Observation& observation : record.evidence.observations) {
    if (const auto* sent = std::get_if<DataSent>(&observation.fact))
      blobs.push_back({.digest = sent->digest});
    if (const auto* ran = std::get_if<CommandRan>(&observation.fact))
      blobs.push_back({.digest = ran->digest});
    if (const auto* changed = std::get_if<FileChanged>(&observation.fact)) {
      add_content(blobs, changed->before);
      add_content(blobs, changed->after);
    }
  }
  return blobs;
}

}  // namespace redcode::record
