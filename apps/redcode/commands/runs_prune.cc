// `redcode runs prune`: removes what no record of a run refers to.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/failure.h"
#include "base/text.h"
#include "commands/runs.h"
#include "record/packing.h"
#include "record/run_file.h"
#include "record/run_folder.h"
#include "runs_look.h"

namespace redcode::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t digest_size = 64;
using Digest = std::array<char, digest_size>;

Digest digest_from(std::string_view text) {
  Digest digest{};
  text.copy(digest.data(), digest_size);
  return digest;
}

std::string_view text_of(const Digest& digest) { return {digest.data(), digest_size}; }

// Calls `visit` for each entry, as far as the folder can be read. What a link leads to is not the
// run's.
template <class Visit>
void each_entry(const fs::path& folder, Visit&& visit) {
  std::error_code error;
  if (!record::not_a_link(folder)) return;
  for (auto entry = fs::directory_iterator(folder, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    visit(entry->path());
  }
}

// What a blob is to the run's records, the most that any of them says.
enum class Use : std::uint8_t { none, transcript, other };

// The blobs of a run, and what they are used for.
class Blobs {
 public:
  explicit Blobs(const fs::path& run) : folder_(run / "blobs") {
    each_entry(folder_, [this](const fs::path& below) {
      each_entry(below, [&](const fs::path& file) {
        const std::string digest = below.filename().string() + file.stem().string();
        if (record::is_digest(digest) && file.extension() == ".zst")
          there_.push_back(digest_from(digest));
      });
    });
    std::ranges::sort(there_);
    uses_.resize(there_.size(), Use::none);
  }

  void used(std::string_view digest, Use use) {
    const Digest wanted = digest_from(digest);
    const auto found = std::ranges::lower_bound(there_, wanted);
    if (found == there_.end() || *found != wanted) return;
    Use& so_far = uses_[static_cast<std::size_t>(found - there_.begin())];
    so_far = std::max(so_far, use);
  }

  std::vector<fs::path> with(Use use) const {
    std::vector<fs::path> files;
    for (std::size_t i = 0; i < there_.size(); ++i) {
      if (uses_[i] == use) files.push_back(folder_ / record::blob_path(text_of(there_[i])));
    }
    return files;
  }

 private:
  fs::path folder_;
  std::vector<Digest> there_;  // sorted
  std::vector<Use> uses_;
};

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

// Whatever in the line looks like a digest is in use. Not only what we know to be a reference: a
// damaged line may be mended one day, and a later version may refer to more.
void note_uses(Blobs& blobs, std::string_view line, std::string_view transcript) {
  // No digest can end before `last` without having been seen, so most of the line is jumped over.
  for (std::size_t last = digest_size - 1; last < line.size(); last += digest_size) {
    if (!is_hex(line[last])) continue;
    std::size_t start = last;
    while (start > 0 && is_hex(line[start - 1])) --start;
    while (last < line.size() && is_hex(line[last])) ++last;
    const std::string_view word = line.substr(start, last - start);
    if (word.size() == digest_size)
      blobs.used(word, word == transcript ? Use::transcript : Use::other);
  }
}

Blobs blobs_of(const fs::path& run) {
  Blobs blobs(run);
  Result<record::LineBlocks> blocks = record::RunReader(run).record_blocks();
  while (const std::optional<record::LineBlock> block = blocks ? blocks->next() : std::nullopt) {
    block->each([&blobs](std::uint64_t, std::string_view line) {
      const auto head = record::head_from_text(record::checked_line(line) ? line : "");
      note_uses(blobs, line, head ? head->transcript_digest : "");
    });
  }
  return blobs;
}

// What killed processes left half-written.
std::vector<fs::path> parts(const fs::path& run) {
  std::vector<fs::path> files;
  const auto take = [&files](const fs::path& file) {
    const bool part = file.filename().string().starts_with("part-") || file.extension() == ".part";
    if (part && fs::is_regular_file(fs::symlink_status(file))) files.push_back(file);
  };
  for (const fs::path& folder : {run, run / "blobs", run / "judgements"}) each_entry(folder, take);
  return files;
}

struct Removal {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
};

Removal remove_all(const std::vector<fs::path>& files, bool dry_run) {
  Removal removed;
  for (const fs::path& file : files) {
    std::error_code error;
    const std::uint64_t told = fs::file_size(file, error);
    const std::uint64_t size = error ? 0 : told;
    if (!dry_run && !fs::remove(file, error)) {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("cannot remove {}: {}", file.string(), error.message()));
    }
    ++removed.files;
    removed.bytes += size;
  }
  return removed;
}

void tell_loss(bool dry_run, Out& out) {
  out.line(
      "Records, figures and reports stay. But without transcripts `redcode judge` {0} only weigh "
      "evidence (--findings), `redcode review` {1} nothing to show, and `redcode runs verify` {2} "
      "blobs missing.",
      dry_run ? "could" : "can", dry_run ? "would have" : "has", dry_run ? "would find" : "finds");
}

}  // namespace

int runs_prune(const RunsOptions& options, Out& out) {
  const RunKept kept(options.run);
  const Look look = look_at(options.run);
  if (!look.trouble.empty()) throw Failure(Failure::Kind::unavailable, look.trouble);
  const std::string_view verb = options.dry_run ? "Would remove" : "Removed";
  const Blobs blobs = blobs_of(options.run);
  const std::vector<fs::path> orphans = blobs.with(Use::none);
  const std::vector<fs::path> halves = parts(options.run);
  if (look.survey.over < look.survey.planned) {
    out.line(
        "The run is not over: {} files that no record refers to stay, since a worker may have "
        "stored them ahead of its record.",
        orphans.size() + halves.size());
  } else {
    const Removal blob = remove_all(orphans, options.dry_run);
    const Removal half = remove_all(halves, options.dry_run);
    out.line("{} {} blobs that no record refers to ({}) and {} half-written files ({}).", verb,
             blob.files, size_text(blob.bytes), half.files, size_text(half.bytes));
  }
  if (options.transcripts) {
    const Removal removed = remove_all(blobs.with(Use::transcript), options.dry_run);
    out.line("{} {} transcripts ({}).", verb, removed.files, size_text(removed.bytes));
    tell_loss(options.dry_run, out);
  }
  return 0;
}

}  // namespace redcode::app
