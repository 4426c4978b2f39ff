#include "record/prune.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "base/digest.h"
#include "base/failure.h"
#include "base/temp_dir.h"
#include "record/labels.h"
#include "record/packing.h"
#include "record/run_folder.h"
#include "record/run_lock.h"

namespace redcode::record {
namespace {

namespace fs = std::filesystem;
using Files = std::vector<fs::path>;

class Prune : public testing::Test {
 protected:
  fs::path path_of(const std::string& digest) const { return run / "blobs" / blob_path(digest); }
  std::string put(const std::string& bytes) const { return writer.blobs().put(bytes); }
  // A record whose transcript is a blob of these bytes.
  std::string add_record(const std::string& bytes) {
    Record record;
    record.transcript_digest = put(bytes);
    writer.append(record);
    return record.transcript_digest;
  }
  void prune_unnamed() const { remove_all(removable_in(run).unnamed); }

  // Every file below the run folder, with its bytes.
  std::map<fs::path, std::string> contents() const {
    std::map<fs::path, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(run)) {
      std::ifstream file(entry.path(), std::ios::binary);
      if (entry.is_regular_file()) all[entry.path()] = {std::istreambuf_iterator<char>(file), {}};
    }
    return all;
  }

  TempDir dir{"test"};
  fs::path run = dir.path() / "run";
  RunWriter writer{run, {{"name", "x"}}};
};

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

TEST_F(Prune, OnlyBlobsThatNothingNamesAreUnnamed) {
  const std::string named = add_record("said");
  const std::string orphan = put("nobody's");

  const Removable found = removable_in(run);

  EXPECT_EQ(found.unnamed, Files{path_of(orphan)});
  EXPECT_EQ(found.transcripts, Files{path_of(named)});
  EXPECT_EQ(found.half_written, Files{});
}

TEST_F(Prune, EverySinglyNamedBlobStays) {
  Record record;
  record.transcript_digest = put("transcript");
  Earlier earlier;
  earlier.evidence_digest = put("what an earlier try left");
  record.earlier = {earlier};
  writer.append(record);

  prune_unnamed();

  EXPECT_TRUE(writer.blobs().get(record.transcript_digest));
  EXPECT_TRUE(writer.blobs().get(earlier.evidence_digest));
}

TEST_F(Prune, ABlobThatOnlyADamagedLineNamesStays) {
  const std::string named = put("said");
  write(run / "records.jsonl", R"({"torn":")" + named + R"(", and no end)");

  EXPECT_EQ(removable_in(run).unnamed, Files{});
  EXPECT_EQ(removable_in(run).transcripts, Files{});
}

TEST_F(Prune, ABlobThatOnlyALabelNamesStays) {
  const std::string labelled = put("read by somebody");
  append_label(run, {.trial = "t", .transcript = labelled, .reviewer = "ines", .at = "now"});

  EXPECT_EQ(removable_in(run).unnamed, Files{});
}

TEST_F(Prune, ABlobThatOnlyAJudgementNamesStays) {
  const std::string judged = put("weighed");
  const std::string orphan = put("nobody's");
  JudgementWriter judgement(run, {{"seen", judged}});
  judgement.finish({});

  const Removable found = removable_in(run);

  EXPECT_EQ(found.unnamed, Files{path_of(orphan)});
  EXPECT_EQ(found.transcripts, Files{});
}

TEST_F(Prune, ABlobThatIsMoreThanATranscriptStaysWithTranscriptsGone) {
  const std::string shared = add_record("said");
  write(run / "judgements" / "0001.jsonl", shared);

  EXPECT_EQ(removable_in(run).transcripts, Files{});
}

TEST_F(Prune, ALongerWordOfHexDigitsIsNoDigest) {
  const std::string orphan = put("nobody's");
  write(run / "labels.jsonl", orphan + "0");

  EXPECT_EQ(removable_in(run).unnamed, Files{path_of(orphan)});
}

TEST_F(Prune, ADigestIsSeenWhereverItStandsInTheLine) {
  const std::string named = put("said");
  for (std::size_t before = 0; before <= 130; ++before) {
    write(run / "records.jsonl", std::string(before, '-') + named + "-");
    EXPECT_EQ(removable_in(run).unnamed, Files{}) << before;
  }
}

TEST_F(Prune, ForeignFilesStay) {
  const Files foreign{run / "notes.txt",
                      run / "blobs" / "README",
                      run / "blobs" / "ab" / "short.zst",
                      run / "blobs" / "zz" / "x.zst",
                      fs::path(path_of(std::string(64, 'a')).string() + ".bak"),
                      run / "blobs" / "ab" / (std::string(62, 'c') + ".txt")};
  for (const fs::path& file : foreign) write(file, "mine");
  fs::create_directories(path_of(std::string(64, 'd')));

  const Removable found = removable_in(run);

  EXPECT_EQ(found.unnamed, Files{});
  EXPECT_EQ(found.half_written, Files{});
}

TEST_F(Prune, LinksAreNeitherFollowedNorRemoved) {
  const BlobStore others(dir.path() / "others");
  const std::string theirs = others.put("another run's");
  const fs::path target = dir.path() / "others" / blob_path(theirs);
  fs::create_directories(run / "blobs" / "ab");
  fs::create_symlink(target, path_of("ab" + std::string(62, '0')));
  fs::create_symlink(target.parent_path(), run / "blobs" / theirs.substr(0, 2));
  fs::create_symlink(target, run / "part-x");

  const Removable found = removable_in(run);

  EXPECT_EQ(found.unnamed, Files{});
  EXPECT_EQ(found.half_written, Files{});
}

TEST_F(Prune, AFolderOfBlobsThatIsALinkHasNone) {
  const BlobStore others(dir.path() / "others");
  others.put("another run's");
  fs::create_symlink(dir.path() / "others", run / "blobs");

  EXPECT_EQ(removable_in(run).unnamed, Files{});
}

TEST_F(Prune, NothingCanGoWhileNamesCannotBeRead) {
  put("nobody's");
  for (const char* name : {"records.jsonl", "labels.jsonl", "judgements"}) {
    fs::remove(run / name);
    fs::create_symlink("/dev/zero", run / name);
    EXPECT_THROW(removable_in(run), Failure) << name;
    fs::remove(run / name);
  }
  EXPECT_EQ(removable_in(run).unnamed.size(), 1);
}

TEST_F(Prune, WhatKilledWritersLeftIsFound) {
  const Files parts{run / "blobs" / "part-abc", run / "judgements" / "0001.part",
                    run / "part-of-manifest"};
  for (const fs::path& part : parts) write(part, "half");

  Files found = removable_in(run).half_written;

  std::ranges::sort(found);
  EXPECT_EQ(found, parts);
}

TEST_F(Prune, RemovingTakesTheNamedFilesAndSaysHowMuchThatWas) {
  add_record("said");
  const auto before = contents();
  const std::string orphan = put("nobody's");
  const std::uint64_t size = fs::file_size(path_of(orphan));

  EXPECT_EQ(sizes_of(removable_in(run).unnamed).bytes, size);
  const Removal removed = remove_all(removable_in(run).unnamed);

  EXPECT_EQ(removed.files, 1);
  EXPECT_EQ(removed.bytes, size);
  EXPECT_EQ(contents(), before);
}

TEST_F(Prune, WhatAnInterruptionLeftIsRemovedByTheNextTry) {
  add_record("said");
  const auto before = contents();
  for (int i = 0; i < 10; ++i) put("orphan " + std::to_string(i));
  Files first = removable_in(run).unnamed;
  first.resize(4);
  remove_all(first);

  const Removal rest = remove_all(removable_in(run).unnamed);

  EXPECT_EQ(rest.files, 6);
  EXPECT_EQ(contents(), before);
}

TEST_F(Prune, WhatIsGoneAlreadyIsNoTrouble) {
  put("nobody's");
  const Files found = removable_in(run).unnamed;
  remove_all(found);

  EXPECT_NO_THROW(remove_all(found));
}

TEST_F(Prune, AFileThatStaysIsTold) {
  write(run / "full" / "file", "x");

  EXPECT_THROW(remove_all({run / "full"}), Failure);
}

TEST_F(Prune, NobodyPrunesWhileSomebodyWrites) {
  EXPECT_TRUE(being_written(run));
  EXPECT_THROW(RunLock{run}, Failure);
  EXPECT_FALSE(being_written(dir.path() / "none"));
  EXPECT_NO_THROW(RunLock{dir.path() / "none"});
}

TEST_F(Prune, NobodyPrunesWhileSomebodyJudges) {
  const fs::path other = dir.path() / "other";
  {
    const RunWriter made(other, {{"name", "y"}});
  }
  const JudgementWriter judging(other, {});

  EXPECT_FALSE(being_written(other));
  EXPECT_THROW(RunLock{other}, Failure);
}

}  // namespace
}  // namespace redcode::record
