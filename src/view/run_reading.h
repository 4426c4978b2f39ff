// RunReading: one run folder, read into an index from its first line on, and further whenever it
// has grown. The lines are parsed on several threads and filed in their order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "base/mutex.h"
#include "record/judgement.h"
#include "view/index.h"
#include "view/line_feed.h"

namespace redcode::view {

class RunReading {
 public:
  // `guard` is held while the index is changed.
  RunReading(std::filesystem::path folder, Mutex& guard)
      : folder_(std::move(folder)),
        guard_(guard),
        cases_(folder_ / "cases.jsonl"),
        records_(folder_ / "records.jsonl") {}

  // Reads the plan: manifest, cases, labels, the last judgement. Nothing if it was stopped. Errors:
  // what the readers say. Throws Failure.
  Result<std::shared_ptr<Index>> open(const std::stop_token& stop);
  // Files the records that were not read before. Requires: open() gave an index. Throws Failure
  // when the last judgement is of other records.
  void follow(const std::stop_token& stop);

  // Bytes of records.
  std::uint64_t consumed() const { return records_.consumed(); }
  // The file ends with what is no whole line.
  bool torn() const { return records_.waiting(); }

 private:
  void file(const LineFeed::Block& block);

  std::filesystem::path folder_;
  Mutex& guard_;
  LineFeed cases_;
  LineFeed records_;
  std::optional<record::Judgement> judgement_;
  std::shared_ptr<Index> index_ GUARDED_BY(guard_);
};

}  // namespace redcode::view
