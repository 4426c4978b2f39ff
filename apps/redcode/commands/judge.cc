// `redcode judge`: a stored run judged again, offline, and what changed.

#include <chrono>
#include <map>
#include <thread>

#include "base/clock.h"
#include "analysis/installed_rules.h"
#include "base/failure.h"
#include "base/text.h"
#include "commands/commands.h"
#include "judge/reading.h"
#include "judge/rejudge.h"
#include "model_judge_queue.h"
#include "record/judgement.h"
#include "version.h"

namespace redcode::app {
namespace {

using record::Verdict;

struct Counts {
  std::uint64_t judged = 0;
  std::uint64_t changed = 0;
  std::uint64_t unsettled = 0;                 // that a model judge could be asked about
  std::map<std::string, std::uint64_t> moves;  // "failed → refused" and how often
  Json json() const { return {{"judged", judged}, {"changed", changed}, {"unsettled", unsettled}}; }
};

// Whether more than the reader's name differs: who reads the same in it says nothing new.
bool differs(Verdict stored, const Verdict& now) {
  stored.read_by = now.read_by;
  return stored != now;
}

struct Judged {
  Counts counts;
  std::uint64_t damaged = 0;
  double seconds = 0;
  bool asked = false;   // a model judge
  bool graded = false;  // which gave second opinions, and tells of them itself
};

// Takes records as they are judged: writes what differs, counts and shows what changed.
class Clerk {
 public:
  Clerk(record::JudgementWriter& judgement, std::size_t shown, Out& out)
      : judgement_(judgement), left_to_show_(shown), out_(out) {}

  void take(const judge::Rejudged& one) {
    ++counts_.judged;
    if (judge::left_to_words(one.now)) ++counts_.unsettled;
    if (differs(one.record.verdict, one.now))
      judgement_.differs(one.line, one.record.trial.id(), one.now);
    const std::string what = judge::what_changed(one.before, one.now);
    if (what.empty()) return;
    ++counts_.changed;
    ++counts_.moves[what.substr(0, what.find(':'))];
    if (left_to_show_ == 0) return;
    --left_to_show_;
    out_.line("{:>8}  {}", one.line, one_line(one.record.trial.case_id, 100));
    out_.line("          {}", one_line(what, 300));
    if (!one.now.reasoning.empty())
      out_.line("          it said: {}", one_line(one.now.reasoning, 200));
  }

  const Counts& counts() const { return counts_; }

 private:
  record::JudgementWriter& judgement_;
  std::size_t left_to_show_;
  Out& out_;
  Counts counts_;
};

Json identity(const JudgeOptions& options, const std::string& model_judge) {
  Json json{{"tool_version", version},
            {"reader", options.findings ? "as stored" : judge::reader_version},
            {"judged_at", now_utc()}};
  if (!model_judge.empty()) json["model_judge"] = model_judge;
  return json;
}

void tell(const Judged& judged, Out& out) {
  const Counts& counts = judged.counts;
  out.line("Judged {} records again in {:.1f} s ({:.0f} a second): {} as before, {} changed.",
           counts.judged, judged.seconds,
           static_cast<double>(counts.judged) / std::max(judged.seconds, 1e-3),
           counts.judged - counts.changed, counts.changed);
  for (const auto& [move, times] : counts.moves) out.line("  {:<28}{:>10}", move, times);
  if (counts.unsettled > 0 && !judged.graded)
    out.line("{} are left to words that nobody could settle{}.", counts.unsettled,
             judged.asked ? "" : "; a model judge may read those (--model)");
  if (judged.damaged > 0) {
    out.trouble("{} lines are damaged or were edited: they are in no figure.", judged.damaged);
  }
}

}  // namespace

int judge_run(const JudgeOptions& options, Out& out) {
  const record::RunReader run(options.run);
  const Result<Json> manifest = run.manifest();
  if (!manifest) throw Failure(Failure::Kind::unavailable, manifest.error().text());
  const Result<judge::StoredCases> cases = judge::StoredCases::of(run);
  if (!cases) throw Failure(Failure::Kind::unavailable, cases.error().text());

  const auto start = std::chrono::steady_clock::now();
  ModelJudgeQueue model_judge_queue(run, *cases, *manifest, options);
  record::JudgementWriter judgement(options.run, identity(options, model_judge_queue.judge()));
  Clerk clerk(judgement, options.list, out);
  std::optional<analysis::Rulebook> rules;
  if (cases->gen()) rules = load_rules(analysis::Examples::trusted);
  const judge::RejudgeOptions how{
      .transcripts = !options.findings,
      .threads =
          options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency()),
      .rulebook = rules ? &*rules : nullptr};
  const auto take = [&clerk](const judge::Rejudged& one) { clerk.take(one); };
  const Result<record::ReadSummary> read = judge::rejudge(
      run, *cases, how, [&](judge::Rejudged one) { model_judge_queue.pass(std::move(one), take); });
  if (!read) throw Failure(Failure::Kind::unavailable, read.error().text());
  model_judge_queue.finish(take);

  const std::filesystem::path kept = judgement.finish(clerk.counts().json());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  const Judged judged{.counts = clerk.counts(),
                      .damaged = read->damaged + cases->damaged(),
                      .seconds = took.count(),
                      .asked = !model_judge_queue.judge().empty(),
                      .graded = model_judge_queue.grades()};
  tell(judged, out);
  model_judge_queue.tell(out);
  out.line("Kept as {}; reports count these verdicts from now on.", kept.string());
  return judged.damaged == 0 ? 0 : 1;
}

}  // namespace redcode::app
