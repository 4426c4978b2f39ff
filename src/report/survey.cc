#include "report/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "base/in_order.h"
#include "base/text.h"
#include "record/references.h"
#include "record/run_folder.h"
#include "run/queue/finished.h"

namespace redcode::report {
namespace {

constexpr std::size_t most_complaints = 20;

// A planned trial's record, as far as it is counted.
struct Seen {
  std::uint64_t number = 0;
  std::uint64_t line = 0;
  record::RecordHead head;
};

// What a block of lines says.
struct Part {
  std::vector<Seen> seen;
  Survey sums;  // of what can be told from a line alone
};

void complain(Survey& survey, std::uint64_t line, std::string_view what) {
  if (survey.complaints.size() < most_complaints)
    survey.complaints.push_back(fmt::format("line {}: {}", line, what));
}

class Surveyor {
 public:
  Surveyor(const record::RunReader& run, const plan::Plan& plan, bool blobs)
      : run_(run), plan_(plan), blobs_(blobs) {}

  Part all_of(const record::LineBlock& block) const {
    Part part;
    block.each([&](std::uint64_t number, std::string_view line) { take(part, number, line); });
    return part;
  }

 private:
  void take(Part& part, std::uint64_t line_number, std::string_view line) const {
    Survey& sums = part.sums;
    if (const auto checked = record::checked_line(line); !checked) {
      ++(checked.error().code == "line-unsealed" ? sums.cut : sums.changed);
      complain(sums, line_number, checked.error().message);
      return;
    }
    Result<record::RecordHead> head = record::head_from_text(line);
    if (!head) {
      ++sums.changed;
      complain(sums, line_number, one_line(head.error().message, 200));
      return;
    }
    ++sums.records;
    if (head->fault != record::Fault::none) ++sums.faults[std::string(name(head->fault))];
    if (blobs_) look_at_blobs(sums, line_number, line);
    const std::optional<std::uint64_t> number = plan_.number_of(head->trial);
    if (!number) {
      ++sums.foreign;
      complain(
          sums, line_number,
          fmt::format("a trial of {} that is not in the plan", one_line(head->trial.case_id, 100)));
      return;
    }
    part.seen.push_back({.number = *number, .line = line_number, .head = *std::move(head)});
    part.seen.back().head.trial = {};  // counted by its number from here on
  }

  void look_at_blobs(Survey& sums, std::uint64_t line_number, std::string_view line) const {
    const Result<record::Record> record = record::record_from_text(line);
    if (!record) {
      ++sums.changed;
      complain(sums, line_number, one_line(record.error().message, 200));
      return;
    }
    for (const record::Reference& blob : record::references_of(*record)) {
      const Result<std::string> bytes = run_.blobs().get(blob.digest);
      if (bytes) {
        ++sums.blobs;
        continue;
      }
      const bool missing = bytes.error().code == "blob-missing";
      if (missing && !blob.always) continue;
      ++(missing ? sums.blobs_missing : sums.blobs_damaged);
      complain(sums, line_number, one_line(bytes.error().message, 200));
    }
  }

  const record::RunReader& run_;
  const plan::Plan& plan_;
  bool blobs_;
};

// Puts the parts together, in the order of the lines.
class Ledger {
 public:
  Ledger(std::uint64_t planned, std::uint32_t attempts) : attempts_(attempts), trials_(planned) {
    sums_.planned = planned;
  }

  void add(const Part& part) {
    const Survey& more = part.sums;
    sums_.records += more.records;
    sums_.cut += more.cut;
    sums_.changed += more.changed;
    sums_.foreign += more.foreign;
    sums_.blobs += more.blobs;
    sums_.blobs_missing += more.blobs_missing;
    sums_.blobs_damaged += more.blobs_damaged;
    for (const auto& [whose, times] : more.faults) sums_.faults[whose] += times;
    for (const std::string& complaint : more.complaints) {
      if (sums_.complaints.size() < most_complaints) sums_.complaints.push_back(complaint);
    }
    for (const Seen& seen : part.seen) count(seen);
  }

  Survey sums() const { return sums_; }

 private:
  static constexpr unsigned over = 0x80;     // not to be run again
  static constexpr unsigned outcome = 0x7f;  // of the last record, from 1; 0: none yet

  void count(const Seen& seen) {
    std::uint8_t& trial = trials_[seen.number];
    sums_.retried += std::max(seen.head.attempts, 1U) - 1;
    if (const unsigned before = trial & outcome; before == 0) {
      ++sums_.seen;
    } else {
      --sums_.outcomes.at(before - 1);
      const bool judged = before - 1 != static_cast<unsigned>(record::Outcome::invalid);
      ++(judged ? sums_.duplicates : sums_.retried);
      if (judged) complain(sums_, seen.line, "this trial had been judged in an earlier line");
    }
    const bool now_over = (trial & over) != 0 || queue::is_over(seen.head, attempts_);
    if (now_over && (trial & over) == 0) ++sums_.over;
    ++sums_.outcomes.at(static_cast<std::size_t>(seen.head.outcome));
    trial = static_cast<std::uint8_t>((now_over ? over : 0U) |
                                      (static_cast<unsigned>(seen.head.outcome) + 1));
  }

  std::uint32_t attempts_;
  Survey sums_;
  std::vector<std::uint8_t> trials_;  // by number
};

}  // namespace

Survey survey(const std::filesystem::path& run, const plan::Plan& plan,
              const SurveyOptions& options) {
  Ledger ledger(plan.size(), options.attempts);
  const record::RunReader reader(run);
  Result<record::LineBlocks> blocks = reader.record_blocks();
  if (!blocks) return ledger.sums();
  const Surveyor surveyor(reader, plan, options.blobs);
  const std::size_t threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  in_order(
      threads, [&] { return blocks->next(); },
      [&](const record::LineBlock& block) { return surveyor.all_of(block); },
      [&](const Part& part) { ledger.add(part); });
  return ledger.sums();
}

}  // namespace redcode::report
