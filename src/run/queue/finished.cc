#include "run/queue/finished.h"

#include <algorithm>
#include <map>
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
  std::map<std::uint64_t, std::uint64_t> unjudged;  // by line, those that would be over
  std::uint64_t damaged = 0;
  std::uint64_t foreign = 0;
};

// Whether nothing is known of what was done, so that another go hides nothing.
bool leaves_open(record::Outcome outcome, bool attempt) {
  return outcome == record::Outcome::invalid && !attempt;
}

Part read_block(const record::LineBlock& block, const plan::Plan& plan, std::uint32_t attempts) {
  Part part;
  block.each([&](std::uint64_t line_number, std::string_view line) {
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
      return;
    }
    if (!is_over(*head, attempts)) return;
    if (leaves_open(head->outcome, head->attempt)) {
      part.unjudged.emplace(line_number, *number);
    } else {
      part.over.push_back(*number);
    }
  });
  return part;
}

void end(Finished& finished, std::uint64_t number) {
  if (finished.over[number]) return;
  finished.over[number] = true;
  ++finished.count;
}

// `judgement`: by which trials that could not be judged may have been since; nullptr: they are over
// as they are.
void add(Finished& finished, const Part& part, std::optional<record::Judgement>* judgement) {
  for (const std::uint64_t number : part.over) end(finished, number);
  for (const auto& [line, number] : part.unjudged) {
    if (judgement == nullptr) {
      end(finished, number);
    } else if (*judgement) {
      const record::Judgement::Said* const said = (*judgement)->of(line);
      if (said != nullptr && !leaves_open(said->verdict.outcome, said->verdict.attempt))
        end(finished, number);
    }
  }
  finished.damaged += part.damaged;
  finished.foreign += part.foreign;
}

}  // namespace

bool is_over(const record::RecordHead& head, std::uint32_t attempts) {
  if (head.outcome != record::Outcome::invalid || head.attempt) return true;
  if (head.stop == record::Stop::budget) return false;
  return head.fault == record::Fault::none || head.attempts >= attempts;
}

Result<Finished> finished_in(const std::filesystem::path& run, const plan::Plan& plan,
                             std::uint32_t attempts, Unjudged unjudged) {
  Finished finished{.over = std::vector<bool>(plan.size())};
  if (!std::filesystem::exists(run / "records.jsonl")) return finished;
  Result<record::LineBlocks> blocks = record::RunReader(run).record_blocks();
  if (!blocks) return std::unexpected(blocks.error());
  std::optional<record::Judgement> judgement;
  if (unjudged == Unjudged::are_not) {
    Result<std::optional<record::Judgement>> last = record::Judgement::last(run);
    if (!last) return std::unexpected(last.error());
    judgement = *std::move(last);
  }
  auto* const judged_by = unjudged == Unjudged::are_not ? &judgement : nullptr;
  in_order(
      std::max(1U, std::thread::hardware_concurrency()), [&] { return blocks->next(); },
      [&](const record::LineBlock& block) { return read_block(block, plan, attempts); },
      [&](const Part& part) { add(finished, part, judged_by); });
  return finished;
}

}  // namespace redcode::queue
