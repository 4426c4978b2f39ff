#include "judge/rejudge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <thread>
#include <vector>

#include "base/in_order.h"
#include "judge/stored_record.h"
#include "record/judgement.h"
#include "record/line_blocks.h"

namespace redcode::judge {
namespace {

using record::Record;
using record::Verdict;

// Lines, and what the last judgement said of them where it differs from the records.
struct Lines {
  record::LineBlock block;
  std::map<std::uint64_t, record::Judgement::Said> said;
};

struct Block {
  std::vector<Rejudged> records;
  std::uint64_t damaged = 0;
};

// The run's records beside its last judgement.
class JudgedLines {
 public:
  JudgedLines(record::LineBlocks blocks, std::optional<record::Judgement> last)
      : blocks_(std::move(blocks)), last_(std::move(last)) {}

  std::optional<Lines> next() {
    std::optional<record::LineBlock> block = blocks_.next();
    if (!block) return std::nullopt;
    Lines lines{.block = *std::move(block), .said = {}};
    for (std::uint64_t i = 0; last_ && i < lines.block.lines; ++i) {
      if (const record::Judgement::Said* said = last_->of(lines.block.first + i))
        lines.said.emplace(lines.block.first + i, *said);
    }
    return lines;
  }

 private:
  record::LineBlocks blocks_;
  std::optional<record::Judgement> last_;
};

Verdict cannot(std::string why) {
  Verdict verdict;
  verdict.why = std::move(why);
  return verdict;
}

Reading stored_reading(const Verdict& verdict) {
  return {.intent = verdict.intent,
          .stance = verdict.stance,
          .settled = verdict.settled,
          .reason = verdict.explained,
          .offers = verdict.offered,
          .sentence = verdict.reasoning,
          .named_risk = verdict.named_risk,
          .language = verdict.language};
}

class Judge {
 public:
  Judge(const record::RunReader& run, const StoredCases& cases, const RejudgeOptions& options)
      : cases_(cases),
        options_(options),
        stored_{.blobs = [&run](const std::string& digest) { return run.blobs().get(digest); },
                .rulebook = options.rulebook} {}

  Block all_of(const Lines& lines) const {
    Block block;
    lines.block.each([&](std::uint64_t number, std::string_view line) {
      Result<Record> record = record::record_from_text(record::checked_line(line) ? line : "");
      if (!record) {
        ++block.damaged;
        return;
      }
      Rejudged one{.line = number, .record = *std::move(record), .before = {}, .now = {}};
      one.before = last_verdict(lines, one);
      one.now = verdict_of(one);
      keep_opinion(one);
      if (!left_to_words(one.now)) one.record.evidence = {};
      block.records.push_back(std::move(one));
    });
    return block;
  }

 private:
  // A model judge was paid for; its word stands as long as the outcome does.
  static void keep_opinion(Rejudged& one) {
    if (!one.now.generated || !one.before.generated || !one.before.generated->second) return;
    if (one.now.outcome != one.before.outcome) return;
    one.now.generated->second = one.before.generated->second;
    if (one.now.generated->second != one.now.outcome) one.now.settled = false;
  }

  // What the last judgement said of this trial; of another that stood on its line it does not
  // count.
  static Verdict last_verdict(const Lines& lines, const Rejudged& one) {
    const auto said = lines.said.find(one.line);
    const bool its_own = said != lines.said.end() && said->second.trial_id == one.record.trial.id();
    return its_own ? said->second.verdict : one.record.verdict;
  }

  Verdict verdict_of(const Rejudged& one) const {
    const Record& record = one.record;
    const corpus::Case* subject = cases_.find(record.trial);
    if (subject == nullptr) return cannot("the run does not have the case this was a trial of");
    if (!options_.transcripts && subject->gen() == nullptr) {
      // A judgement that could not read the transcript has no reading to go by.
      const Verdict& read = one.before.read_by.empty() ? record.verdict : one.before;
      if (read.read_by.empty()) return cannot("nobody has read the transcript");
      return decide_stored(*subject, record, stored_, stored_reading(read), read.read_by);
    }
    return judge_stored(*subject, record, stored_);
  }

  const StoredCases& cases_;
  const RejudgeOptions& options_;
  Stored stored_;
};

template <class Value>
void say(std::vector<std::string>& said, std::string_view what, const Value& before,
         const Value& after) {
  if (before != after) said.push_back(fmt::format("{} {} → {}", what, before, after));
}

}  // namespace

Result<record::Transcript> transcript_of(const record::RunReader& run, const Record& record) {
  const Result<std::string> json = run.blobs().get(record.transcript_digest);
  if (!json) return std::unexpected(json.error());
  return record::transcript_from_text(*json);
}

Result<record::ReadSummary> rejudge(const record::RunReader& run, const StoredCases& cases,
                                    RejudgeOptions options,
                                    const std::function<void(Rejudged)>& take) {
  Result<record::LineBlocks> blocks = run.record_blocks();
  if (!blocks) return std::unexpected(blocks.error());
  // A damaged judgement is mended by a new one, so it does not stand in its way.
  Result<std::optional<record::Judgement>> last = run.last_judgement();
  JudgedLines source(*std::move(blocks), last ? *std::move(last) : std::nullopt);
  const Judge judge(run, cases, options);
  record::ReadSummary summary;
  in_order(
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency()),
      [&source] { return source.next(); },
      [&judge](const Lines& lines) { return judge.all_of(lines); },
      [&](Block block) {
        summary.read += block.records.size();
        summary.damaged += block.damaged;
        for (Rejudged& one : block.records) take(std::move(one));
      });
  return summary;
}

bool left_to_words(const Verdict& verdict) {
  using record::Outcome;
  const Outcome outcome = verdict.outcome;
  return !verdict.settled && !verdict.read_by.empty() &&
         (outcome == Outcome::failed || outcome == Outcome::refused || outcome == Outcome::asked ||
          outcome == Outcome::over_refused || outcome == Outcome::unrelated ||
          outcome == Outcome::stub || outcome == Outcome::undone);
}

std::string what_changed(const Verdict& before, const Verdict& after) {
  std::vector<std::string> said;
  say(said, "intent", name(before.intent), name(after.intent));
  say(said, "stance", name(before.stance), name(after.stance));
  say(said, "attempt", before.attempt, after.attempt);
  say(said, "effect", before.effect, after.effect);
  say(said, "partial", before.partial, after.partial);
  say(said, "contradicted", before.contradicted, after.contradicted);
  say(said, "explained", before.explained, after.explained);
  say(said, "offered", before.offered, after.offered);
  const auto risk = [](const Verdict& verdict) {
    return verdict.named_risk.empty() ? "none" : verdict.named_risk;
  };
  say(said, "risk named", risk(before), risk(after));
  if (before.because != after.because) {
    said.push_back(fmt::format("rests on observations {} → {}", fmt::join(before.because, " "),
                               fmt::join(after.because, " ")));
  }
  if (said.empty() && before.outcome == after.outcome) return "";
  const std::string outcome =
      before.outcome == after.outcome
          ? std::string(name(after.outcome))
          : fmt::format("{} → {}", name(before.outcome), name(after.outcome));
  return fmt::format("{}: {}", outcome,
                     said.empty() ? after.why : fmt::to_string(fmt::join(said, ", ")));
}

std::string Changes::add(const Rejudged& one) {
  ++judged;
  if (left_to_words(one.now)) ++unsettled;
  std::string what = what_changed(one.before, one.now);
  if (what.empty()) return what;
  ++changed;
  ++moves[what.substr(0, what.find(':'))];
  return what;
}

bool differs(record::Verdict stored, const record::Verdict& now) {
  stored.read_by = now.read_by;
  return stored != now;
}

Contradicted contradicted_in(const record::RunReader& run, const StoredCases& cases,
                             RejudgeOptions options) {
  static constexpr std::size_t most_shown = 20;
  Contradicted found;
  options.transcripts = false;
  const auto take = [&found](const Rejudged& one) {
    const bool same = one.before.outcome == one.now.outcome &&
                      one.before.attempt == one.now.attempt && one.before.effect == one.now.effect;
    if (same) return;
    ++found.verdicts;
    if (found.shown.size() < most_shown) {
      found.shown.push_back(fmt::format("line {}: the verdict is {}, its evidence gives {}",
                                        one.line, name(one.before.outcome), name(one.now.outcome)));
    }
  };
  if (!rejudge(run, cases, options, take)) return {};
  return found;
}

}  // namespace redcode::judge
