#include "record/prune.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "base/failure.h"
#include "record/packing.h"
#include "record/run_file.h"
#include "record/run_folder.h"

namespace redcode::record {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t digest_size = 64;

[[noreturn]] void refuse(const std::string& what, std::string_view why) {
  throw Failure(Failure::Kind::unavailable, fmt::format("cannot {}: {}", what, why));
}

// What is in the folder, as far as it can be read; nothing if it is a link.
std::vector<fs::path> own_entries(const fs::path& folder) {
  std::error_code error;
  return not_a_link(folder) ? entries_in(folder, error) : std::vector<fs::path>{};
}

bool is_own_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(file, error));
}

// What a blob is to the run, the most that any line says.
enum class Use : std::uint8_t { none, transcript, other };

// The blobs of a run by digest, and what they are used for.
using Blobs = std::map<std::string, Use, std::less<>>;

Blobs blobs_in(const fs::path& folder) {
  Blobs found;
  for (const fs::path& below : own_entries(folder)) {
    for (const fs::path& file : own_entries(below)) {
      std::string digest = below.filename().string() + file.stem().string();
      if (is_digest(digest) && file == folder / blob_path(digest) && is_own_file(file))
        found.emplace(std::move(digest), Use::none);
    }
  }
  return found;
}

void note(Blobs& blobs, std::string_view digest, Use use) {
  const auto found = blobs.find(digest);
  if (found != blobs.end()) found->second = std::max(found->second, use);
}

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

// Calls `visit` for each word of 64 hex digits.
template <class Visit>
void each_digest(std::string_view line, Visit&& visit) {
  // No digest can end before `last` without having been seen, so most of the line is jumped over.
  for (std::size_t last = digest_size - 1; last < line.size(); last += digest_size) {
    if (!is_hex(line[last])) continue;
    std::size_t start = last;
    while (start > 0 && is_hex(line[start - 1])) --start;
    while (last < line.size() && is_hex(line[last])) ++last;
    if (last - start == digest_size) visit(line.substr(start, digest_size));
  }
}

// Calls `visit` for each line of a file that need not be there. Names that cannot be seen are not
// names that nobody gave.
template <class Visit>
void each_line(const fs::path& file, Visit&& visit) {
  Result<LineBlocks> blocks = LineBlocks::open(file);
  if (!blocks && blocks.error().code == "run-missing") return;
  if (!blocks) refuse("read " + file.string(), blocks.error().message);
  while (const std::optional<LineBlock> block = blocks->next())
    block->each([&visit](std::uint64_t, std::string_view line) { visit(line); });
}

void note_record(Blobs& blobs, std::string_view line) {
  const auto head = head_from_text(checked_line(line) ? line : "");
  const std::string transcript = head ? head->transcript_digest : "";
  each_digest(line, [&](std::string_view digest) {
    note(blobs, digest, digest == transcript ? Use::transcript : Use::other);
  });
}

// All that the lines of a file name.
void note_all(Blobs& blobs, const fs::path& file, Use use) {
  each_line(file, [&](std::string_view line) {
    each_digest(line, [&](std::string_view digest) { note(blobs, digest, use); });
  });
}

std::vector<fs::path> judgements_of(const fs::path& run) {
  const fs::path folder = run / "judgements";
  if (!not_a_link(folder)) refuse("read " + folder.string(), "it is no folder");
  std::error_code error;
  std::vector<fs::path> files = entries_in(folder, error);
  if (error && error != std::errc::no_such_file_or_directory)
    refuse("read " + folder.string(), error.message());
  std::erase_if(files, [](const fs::path& file) { return file.extension() != ".jsonl"; });
  return files;
}

Blobs blobs_of(const fs::path& run) {
  Blobs blobs = blobs_in(run / "blobs");
  each_line(run / "records.jsonl", [&blobs](std::string_view line) { note_record(blobs, line); });
  note_all(blobs, run / "labels.jsonl", Use::transcript);  // people label what a transcript says
  for (const fs::path& judgement : judgements_of(run)) note_all(blobs, judgement, Use::other);
  return blobs;
}

std::vector<fs::path> half_written(const fs::path& run) {
  std::vector<fs::path> files;
  for (const fs::path& folder : {run, run / "blobs", run / "judgements"}) {
    for (const fs::path& file : own_entries(folder)) {
      const bool part =
          file.filename().string().starts_with("part-") || file.extension() == ".part";
      if (part && is_own_file(file)) files.push_back(file);
    }
  }
  return files;
}

}  // namespace

Removable removable_in(const fs::path& run) {
  Removable found{.half_written = half_written(run)};
  for (const auto& [digest, use] : blobs_of(run)) {
    if (use == Use::other) continue;
    auto& files = use == Use::none ? found.unnamed : found.transcripts;
    files.push_back(run / "blobs" / blob_path(digest));
  }
  return found;
}

Removal sizes_of(const std::vector<fs::path>& files) {
  Removal all{.files = files.size()};
  for (const fs::path& file : files) {
    std::error_code error;
    const std::uint64_t size = fs::file_size(file, error);
    if (!error) all.bytes += size;
  }
  return all;
}

Removal remove_all(const std::vector<fs::path>& files) {
  const Removal removed = sizes_of(files);
  for (const fs::path& file : files) {
    std::error_code error;
    fs::remove(file, error);
    if (error) refuse("remove " + file.string(), error.message());
  }
  return removed;
}

}  // namespace redcode::record
