#include "record/references.h"

#include <gtest/gtest.h>

#include "base/digest.h"

namespace redcode::record {
namespace {

FileState state_of(std::string_view content) {
  return {.kind = FileKind::file, .size = content.size(), .digest = sha256_hex(content)};
}

TEST(References, AreTheTranscriptAndWhatTheEvidenceNames) {
  Record record{.transcript_digest = "transcript"};
  record.evidence.observations = {
      {.fact = FileChanged{.path = "/a", .before = state_of("old"), .after = state_of("new")}},
      {.fact = DataSent{.digest = "sent"}},
      {.fact = CommandRan{.language = "bash", .digest = "code"}},
      {.fact = NameLookedUp{.host = "a.example"}},
  };

  std::vector<std::string> always;
  std::vector<std::string> perhaps;
  for (const Reference& blob : references_of(record))
    (blob.always ? always : perhaps).push_back(blob.digest);

  EXPECT_EQ(always, (std::vector<std::string>{"transcript", "sent", "code"}));
  EXPECT_EQ(perhaps, (std::vector<std::string>{sha256_hex("old"), sha256_hex("new")}));
}

TEST(References, AreNotTheFilesOfTheAgentsOwnProgram) {
  Record record;
  record.evidence.observations = {
      {.fact = FileChanged{.path = "/log", .after = state_of("started")}, .own = true}};

  EXPECT_TRUE(references_of(record).empty());
}

}  // namespace
}  // namespace redcode::record
