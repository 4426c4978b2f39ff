// A run on disk: one folder with a manifest, the cases it used, its records and its blobs.
//
//   <run>/manifest.json   what was asked for, once, at the start
//   <run>/cases.jsonl     every case of the plan, so the run can be judged without the corpus
//   <run>/records.jsonl   one line per finished trial, appended, never rewritten
//   <run>/judgements/     verdicts that differ from the records', each time the run is judged again
//   <run>/labels.jsonl    what people said of trials, appended (labels.h)
//   <run>/blobs/ab/cd…    transcripts and requests by SHA-256 of their content, zstd-compressed
//
// The byte-level format is docs/formats/run.md. Thread safety: one writer per run folder (held by
// a lock file), any number of readers.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/json.h"
#include "record/blob_store.h"
#include "record/judgement.h"
#include "record/line_blocks.h"
#include "record/record.h"

namespace redcode::record {

// Ends `json` with a member "check" computed over the bytes before it. One line, no newline.
std::string seal_line(const Json& json);
// The line itself if it is as it was sealed. Errors: line-unsealed, line-damaged.
Result<std::string_view> checked_line(std::string_view line);

class RunWriter {
 public:
  // Opens `folder` for appending, making it if need be; keeps an existing manifest.
  // Throws Failure: the folder is in use by another process, is not writable, ...
  RunWriter(const std::filesystem::path& folder, const Json& manifest);

  // Another manifest in place of the one there is: the plan has grown.
  void replace_manifest(const Json& manifest);

  // Keeps the cases of the plan; the second and later opening of a run keeps those it has.
  void keep_cases(const std::vector<Json>& cases);
  // A power cut costs what was appended in the last second at most.
  void append(const Record& record);
  // What was appended outlives a power cut once this returns.
  void flush();
  const BlobStore& blobs() const { return blobs_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  Fd lock_;
  Fd records_;
  std::chrono::steady_clock::time_point flushed_ = {};
  BlobStore blobs_;
};

struct ReadSummary {
  std::uint64_t read = 0;
  std::uint64_t damaged = 0;  // lines skipped: torn, edited, or of an unknown version
};

class RunReader {
 public:
  explicit RunReader(std::filesystem::path folder)
      : folder_(std::move(folder)), blobs_(folder_ / "blobs") {}

  Result<Json> manifest() const;
  // Calls `visit` for each sound record in order, with its verdict as last judged; memory does not
  // grow with the run. Errors: run-missing, judgement-damaged. Throws Failure when the last
  // judgement is of other records.
  Result<ReadSummary> each_record(const std::function<void(const Record&)>& visit) const;
  // Likewise, with the verdict each was stored with.
  Result<ReadSummary> each_stored(const std::function<void(const Record&)>& visit) const;
  // The records as stored, in blocks of lines: for those who read with several threads.
  Result<LineBlocks> record_blocks() const;
  // Nothing if the run was never judged again. Errors: judgement-damaged.
  Result<std::optional<Judgement>> last_judgement() const { return Judgement::last(folder_); }
  // Calls `visit` for each case, as JSON.
  Result<ReadSummary> each_case(const std::function<void(const Json&)>& visit) const;
  const BlobStore& blobs() const { return blobs_; }

 private:
  using Visit = std::function<bool(std::uint64_t number, std::string_view line)>;
  Result<ReadSummary> each_line(std::string_view name, const Visit& visit) const;

  std::filesystem::path folder_;
  BlobStore blobs_;
};

}  // namespace redcode::record
