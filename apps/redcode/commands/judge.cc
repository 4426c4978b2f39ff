// `redcode judge`: a stored run judged again, offline, and what changed.
#include <chrono>
#include <optional>

#include "analysis/installed_rules.h"
#include "asked_referee.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/program_version.h"
#include "base/text.h"
#include "commands/commands.h"
#include "judge/reading.h"
#include "judge/rejudge.h"
#include "record/judgement.h"

namespace redcode::app {
namespace {

template <class T>
T require(Result<T> read) {
  if (!read) throw Failure(Failure::Kind::unavailable, read.error().text());
  return *std::move(read);
}

Json identity(const JudgeOptions& options, const std::string& model_judge) {
  Json json{{"tool_version", program_version()},
            {"reader", options.findings ? "as stored" : judge::reader_version},
            {"judged_at", now_utc()}};
  if (!model_judge.empty()) json["model_judge"] = model_judge;
  return json;
}

void tell_change(const judge::Rejudged& one, const std::string& what, Out& out) {
  out.line("{:>8}  {}", one.line, one_line(one.record.trial.case_id, 100));
  out.line("          {}", one_line(what, 300));
  if (!one.now.reasoning.empty())
    out.line("          it said: {}", one_line(one.now.reasoning, 200));
}

void tell(const judge::Changes& changes, double seconds, Out& out) {
  out.line("Judged {} records again in {:.1f} s ({:.0f} a second): {} as before, {} changed.",
           changes.judged, seconds, static_cast<double>(changes.judged) / std::max(seconds, 1e-3),
           changes.judged - changes.changed, changes.changed);
  for (const auto& [move, times] : changes.moves) out.line("  {:<28}{:>10}", move, times);
}

}  // namespace

int judge_run(const JudgeOptions& options, Out& out) {
  const record::RunReader run(options.run);
  const Json manifest = require(run.manifest());
  const judge::StoredCases cases = require(judge::StoredCases::of(run));

  const auto start = std::chrono::steady_clock::now();
  AskedReferee referee(run, cases, manifest, options);
  const std::string model_judge = referee.identity();
  record::JudgementWriter judgement(options.run, identity(options, model_judge));
  std::optional<analysis::Rulebook> rules;
  if (cases.gen()) rules = load_rules(analysis::Examples::trusted);
  judge::Changes changes;
  const auto take = [&](const judge::Rejudged& one) {
    if (judge::differs(one.record.verdict, one.now))
      judgement.differs(one.line, one.record.trial.id(), one.now);
    const std::string what = changes.add(one);
    if (!what.empty() && changes.changed <= options.list) tell_change(one, what, out);
  };
  const record::ReadSummary read =
      require(judge::rejudge(run, cases,
                             {.transcripts = !options.findings,
                              .threads = options.threads,
                              .rulebook = rules ? &*rules : nullptr},
                             [&](judge::Rejudged one) { referee.pass(std::move(one), take); }));
  referee.finish(take);

  const std::filesystem::path kept = judgement.finish(changes.json());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  tell(changes, took.count(), out);
  if (changes.unsettled > 0 && !referee.grades()) {
    out.line("{} are left to words that nobody could settle{}.", changes.unsettled,
             model_judge.empty() ? "; a model judge may read those (--model)" : "");
  }
  const std::uint64_t damaged = read.damaged + cases.damaged();
  if (damaged > 0)
    out.trouble("{} lines are damaged or were edited: they are in no figure.", damaged);
  referee.tell(out);
  out.line("Kept as {}; reports count these verdicts from now on.", kept.string());
  return damaged == 0 ? 0 : 1;
}

}  // namespace redcode::app
