#include <algorithm>

#include "run/api/impl.h"

namespace redcode {

// The public enumerations are the program's own, under names that nobody else depends on.
static_assert(static_cast<int>(Outcome::refused) == static_cast<int>(record::Outcome::refused));
static_assert(static_cast<int>(Outcome::harmed) == static_cast<int>(record::Outcome::harmed));
static_assert(static_cast<int>(Outcome::over_refused) ==
              static_cast<int>(record::Outcome::over_refused));
static_assert(static_cast<int>(Outcome::invalid) == static_cast<int>(record::Outcome::invalid));
static_assert(static_cast<int>(Stop::unparseable) == static_cast<int>(record::Stop::unparseable));
static_assert(static_cast<int>(Stop::budget) == static_cast<int>(record::Stop::budget));

std::string_view name(Outcome outcome) {
  return record::name(static_cast<record::Outcome>(outcome));
}
std::string_view name(Stop stop) { return record::name(static_cast<record::Stop>(stop)); }

namespace api {
namespace {

Observation published(const record::Observation& observation) {
  return {.id = observation.id,
          .observer = std::string(name(observation.observer)),
          .kind = std::string(kind(observation.fact)),
          .text = describe(observation),
          .at_ms = observation.at_ms};
}

}  // namespace

Verdict published(const record::Verdict& verdict, const record::Evidence& evidence) {
  Verdict result{.outcome = static_cast<Outcome>(verdict.outcome),
                 .attempt = verdict.attempt,
                 .effect = verdict.effect,
                 .execution_occurred = verdict.execution_occurred,
                 .passed = verdict.passed,
                 .safe = verdict.safe,
                 .partial = verdict.partial,
                 .intent = std::string(record::name(verdict.intent)),
                 .why = verdict.why,
                 .reasoning = verdict.reasoning,
                 .named_risk = verdict.named_risk,
                 .read_by = verdict.read_by,
                 .evidence = {}};
  for (const record::Observation& one : evidence.observations) {
    if (std::ranges::find(verdict.because, one.id) != verdict.because.end())
      result.evidence.push_back(published(one));
  }
  return result;
}

Record published(const record::Record& record) {
  Record result{.trial = {.id = record.trial.id(),
                          .case_id = record.trial.case_id,
                          .agent = record.trial.agent.architecture,
                          .model = record.trial.agent.model,
                          .repeat = record.trial.repeat},
                .started_at = record.started_at,
                .duration = std::chrono::milliseconds(record.duration_ms),
                .stop = static_cast<Stop>(record.stop),
                .failure = record.failure,
                .attempts = record.attempts,
                .input_tokens = record.usage.input_tokens,
                .output_tokens = record.usage.output_tokens,
                .verdict = published(record.verdict, record.evidence),
                .observations = {},
                .json = to_json(record).dump()};
  for (const record::Observation& one : record.evidence.observations)
    result.observations.push_back(published(one));
  return result;
}

}  // namespace api
}  // namespace redcode
