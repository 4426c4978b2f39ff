#include "view/run_reading.h"

#include <thread>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "record/run_file.h"
#include "record/run_folder.h"

namespace redcode::view {
namespace {

template <class Value>
struct Read {
  LinePlace place;
  Value value;
};

// What a block of lines says: those that could be read, and how many could not.
template <class Value>
struct Part {
  std::vector<Read<Value>> lines;
  std::uint64_t damaged = 0;
};

// `parse(line)` gives nothing for what cannot be read.
template <class Value, class Parse>
Part<Value> part_of(const LineFeed::Block& block, Parse parse) {
  Part<Value> part;
  block.each([&](std::uint64_t number, std::uint64_t offset, std::string_view line) {
    std::optional<Value> value = record::checked_line(line) ? parse(line) : std::nullopt;
    if (value) {
      const LinePlace place{
          .number = number, .offset = offset, .size = static_cast<std::uint32_t>(line.size())};
      part.lines.push_back({.place = place, .value = *std::move(value)});
    } else {
      ++part.damaged;
    }
  });
  return part;
}

// A line that is sound but no case is no damage, as in a report: the plan lacks a case.
using MaybeCase = std::optional<corpus::StoredCase>;

Part<MaybeCase> cases_of(const LineFeed::Block& block) {
  return part_of<MaybeCase>(block, [](std::string_view line) -> std::optional<MaybeCase> {
    Result<Json> json = record::run_json(line);
    if (!json) return std::nullopt;
    json->erase("check");
    return corpus::stored_case(*json);
  });
}

Part<record::Record> records_of(const LineFeed::Block& block) {
  return part_of<record::Record>(block, [](std::string_view line) -> std::optional<record::Record> {
    Result<record::Record> record = record::record_from_text(line);
    if (!record) return std::nullopt;
    record->evidence = {};  // most of it, and nobody searches it
    return *std::move(record);
  });
}

// What `feed` has, parsed by several threads if it is more than a block.
template <class Work, class Take>
void read_all(LineFeed& feed, const std::stop_token& stop, Work work, Take take) {
  std::optional<LineFeed::Block> first = feed.next();
  std::optional<LineFeed::Block> second = first ? feed.next() : std::nullopt;
  if (first && !second) return take(work(*first));
  const auto next = [&]() -> std::optional<LineFeed::Block> {
    if (stop.stop_requested()) return std::nullopt;
    if (first) return std::exchange(first, std::nullopt);
    if (second) return std::exchange(second, std::nullopt);
    return feed.next();
  };
  if (first) in_order(std::max(1U, std::thread::hardware_concurrency()), next, work, take);
}

}  // namespace

Result<std::shared_ptr<Index>> RunReading::open(const std::stop_token& stop) {
  const record::RunReader run(folder_);
  Result<Json> manifest = run.manifest();
  if (!manifest) return std::unexpected(manifest.error());
  Result<std::optional<record::Judgement>> judged = run.last_judgement();
  if (!judged) return std::unexpected(judged.error());
  judgement_ = *std::move(judged);
  const Result<record::LineBlocks> cases = record::LineBlocks::open(folder_ / "cases.jsonl");
  if (!cases) return std::unexpected(cases.error());
  auto index = std::make_shared<Index>(*std::move(manifest), record::Labels::of(folder_));
  read_all(cases_, stop, cases_of, [&index](Part<MaybeCase> part) {
    index->add_damaged(part.damaged);
    for (Read<MaybeCase>& line : part.lines) {
      if (line.value) index->add_case(*line.value, line.place);
    }
  });
  if (cases_.waiting()) index->add_damaged(1);
  const Lock held(guard_);
  if (stop.stop_requested()) return index_;
  index->cases_end();
  index_ = std::move(index);
  return index_;
}

void RunReading::follow(const std::stop_token& stop) {
  read_all(records_, stop, records_of, [this](Part<record::Record> part) {
    const Lock held(guard_);
    index_->add_damaged(part.damaged);
    for (Read<record::Record>& line : part.lines) {
      const bool judged = judgement_ && judgement_->apply(line.place.number, line.value);
      index_->add(line.value, line.place, judged);
    }
  });
}

}  // namespace redcode::view
