#include "queue/finished.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "base/in_order.h"
#include "record/run_folder.h"

namespace redcode::queue {
namespace {

// What a block of lines says.
struct Part {
  std::vector<std::uint64_t> over;
  std::uint64_t damaged = 0;
  std::uint64_t foreign = 0;
};

Part read_block(const record::LineBlock& block, const plan::Plan& plan, std::uint32_t attempts) {
  Part part;
  block.each([&](std::uint64_t, std::string_view line) {
    const auto head = record::checked_line(line)
                          ? record::head_from_text(line)
                          : Result<record::RecordHead>(std::unexpected(Error{}));
    if (!head) {
      ++part.damaged;
      return;
    }
    const std::optional<std::uint64_t> number = plan.number_of(head->trial);
    if (!number) {
      ++part.foreign;
    } else if (is_over(*head, attempts)) {
      part.over.push_back(*number);
    }
  });
  return part;
}

void add(Finished& finished, const Part& part) {
  for (const std::uint64_t number : part.over) {
    if (finished.over[number]) continue;
    finished.over[number] = true;
    ++finished.count;
  }
  finished.damaged += part.damaged;
  finished.foreign += part.foreign;
}

}  // namespace

bool is_over(const record::RecordHead& head, std::uint32_t attempts) {
  if (head.outcome != record::Outcome::invalid) return true;
  if (head.stop == record::Stop::budget) return false;
  return head.fault == record::Fault::none || head.attempts >= attempts;
}

Result<Finished> finished_in(const std::filesystem::path& run, const plan::Plan& plan,
                             std::uint32_t attempts) {
  Finished finished{.over = std::vector<bool>(plan.size())};
  if (!std::filesystem::exists(run / "records.jsonl")) return finished;
  Result<record::LineBlocks> blocks = record::RunReader(run).record_blocks();
  if (!blocks) return std::unexpected(blocks.error());
  in_order(
      std::max(1U, std::thread::hardware_concurrency()), [&] { return blocks->next(); },
      [&](const record::LineBlock& block) { return read_block(block, plan, attempts); },
      [&](const Part& part) { add(finished, part); });
  return finished;
}

}  // namespace redcode::queue
