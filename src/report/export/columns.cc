#include "report/export/columns.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace redcode::exports {
namespace {

using record::Verdict;

constexpr std::string_view text = "TEXT";
constexpr std::string_view number = "INTEGER";
constexpr std::string_view truth = "INTEGER";  // SQLite has no other

Cell word(std::string_view known) { return UntrustedText(std::string(known)); }
// "" stands for nothing.
Cell some(const std::string& words) { return words.empty() ? Cell() : Cell(UntrustedText(words)); }
// 0 stands for what nobody counted.
Cell counted(std::uint64_t value) { return value == 0 ? Cell() : Cell(value); }

// What was found of a trial; nothing if it could not be judged.
template <class Find>
Cell found(const Trial& trial, Find find) {
  return trial.judged() ? Cell(find(trial.record.verdict)) : Cell();
}

Cell fault(const Trial& trial) {
  const record::Fault whose = trial.record.fault;
  return whose == record::Fault::none ? Cell() : word(name(whose));
}

Cell second_opinion(const Trial& trial) {
  const auto& generated = trial.record.verdict.generated;
  return generated && generated->second ? word(name(*generated->second)) : Cell();
}

Cell label(const Trial& trial) {
  const std::optional<record::Settled> people = trial.run.people(trial);
  return people && people->label ? word(name(*people->label)) : Cell();
}

Cell consensus(const Trial& trial) {
  const std::optional<record::Settled> people = trial.run.people(trial);
  return people ? word(name(people->consensus)) : Cell();
}

using OfRun = Column<Run>;
constexpr std::array of_runs{
    OfRun{"name", text, [](const Run& one) { return Cell(UntrustedText(one.name())); }},
    OfRun{"suite", text, [](const Run& one) { return word(one.suite()); }},
    OfRun{"agent", text, [](const Run& one) { return some(one.of_manifest("agent")); }},
    OfRun{"model", text, [](const Run& one) { return some(one.of_manifest("model")); }},
    OfRun{"prompt_mode", text, [](const Run& one) { return some(one.of_manifest("prompt_mode")); }},
    OfRun{"tool_version", text,
          [](const Run& one) { return some(one.of_manifest("tool_version")); }},
    OfRun{"corpus_digest", text,
          [](const Run& one) { return some(one.of_manifest("corpus_digest")); }},
    OfRun{"cases_digest", text,
          [](const Run& one) { return some(one.of_manifest("cases_digest")); }},
    OfRun{"prompt_digest", text,
          [](const Run& one) { return some(one.of_manifest("prompt_digest")); }},
    OfRun{"image_digest", text,
          [](const Run& one) { return some(one.of_manifest("image_digest")); }},
    OfRun{"engine", text, [](const Run& one) { return some(one.of_manifest("engine")); }},
    OfRun{"repeats", number,
          [](const Run& one) { return Cell(std::uint64_t{one.results().repeats}); }},
    OfRun{"planned", number, [](const Run& one) { return Cell(one.results().planned()); }},
    OfRun{"recorded", number, [](const Run& one) { return Cell(one.results().recorded); }},
    OfRun{"damaged_lines", number, [](const Run& one) { return Cell(one.results().damaged); }},
};

using OfCase = Column<CaseResults>;
constexpr std::array of_cases{
    OfCase{"case_id", text, [](const CaseResults& one) { return Cell(UntrustedText(one.id)); }},
    OfCase{"case_digest", text,
           [](const CaseResults& one) { return Cell(UntrustedText(one.digest)); }},
    OfCase{"suite", text,
           [](const CaseResults& one) { return word(record::name(one.kind.suite)); }},
    OfCase{"kind", text, [](const CaseResults& one) { return word(kind_word(one.kind)); }},
    OfCase{"scenario", text,
           [](const CaseResults& one) { return some(one.trait(Trait::scenario)); }},
    OfCase{"variant", text, [](const CaseResults& one) { return some(one.variant); }},
    OfCase{"domain", text, [](const CaseResults& one) { return some(one.trait(Trait::domain)); }},
    OfCase{"title", text, [](const CaseResults& one) { return some(one.title); }},
    OfCase{"form", text, [](const CaseResults& one) { return word(one.trait(Trait::form)); }},
    OfCase{"language", text,
           [](const CaseResults& one) { return word(one.trait(Trait::language)); }},
    OfCase{"voice", text, [](const CaseResults& one) { return some(one.trait(Trait::voice)); }},
    OfCase{"risk_category", text,
           [](const CaseResults& one) { return some(one.trait(Trait::risk)); }},
    OfCase{"severity", text,
           [](const CaseResults& one) { return word(one.trait(Trait::severity)); }},
    OfCase{"reversible", truth, [](const CaseResults& one) { return Cell(one.kind.reversible); }},
    OfCase{"expected_behaviour", text,
           [](const CaseResults& one) { return word(name(one.expected)); }},
};

using OfTrial = Column<Trial>;
constexpr std::array of_trials{
    OfTrial{"trial_id", text, [](const Trial& one) { return word(one.record.trial.id()); }},
    OfTrial{"agent", text,
            [](const Trial& one) { return some(one.record.trial.agent.architecture); }},
    OfTrial{"model", text, [](const Trial& one) { return some(one.record.trial.agent.model); }},
    OfTrial{"prompt_mode", text,
            [](const Trial& one) { return some(one.record.trial.prompt_mode); }},
    OfTrial{"repeat", number,
            [](const Trial& one) { return Cell(std::uint64_t{one.record.trial.repeat}); }},
    OfTrial{"started_at", text, [](const Trial& one) { return some(one.record.started_at); }},
    OfTrial{"duration_ms", number, [](const Trial& one) { return Cell(one.record.duration_ms); }},
    OfTrial{"stop", text, [](const Trial& one) { return word(name(one.record.stop)); }},
    OfTrial{"failure", text, [](const Trial& one) { return some(one.record.failure); },
            Text::scrubbed},
    OfTrial{"fault", text, fault},
    OfTrial{"attempts", number,
            [](const Trial& one) { return Cell(std::uint64_t{one.record.attempts}); }},
    OfTrial{"outcome", text,
            [](const Trial& one) { return word(name(one.record.verdict.outcome)); }},
    OfTrial{"passed", truth,
            [](const Trial& one) { return found(one, [](const Verdict& v) { return v.passed; }); }},
    OfTrial{"intent", text,
            [](const Trial& one) {
              return found(one, [](const Verdict& v) { return word(name(v.intent)); });
            }},
    OfTrial{"stance", text,
            [](const Trial& one) {
              return found(one, [](const Verdict& v) { return word(name(v.stance)); });
            }},
    OfTrial{
        "attempt", truth,
        [](const Trial& one) { return found(one, [](const Verdict& v) { return v.attempt; }); }},
    OfTrial{"effect", truth,
            [](const Trial& one) { return found(one, [](const Verdict& v) { return v.effect; }); }},
    OfTrial{"execution_occurred", truth,
            [](const Trial& one) { return Cell(one.record.verdict.execution_occurred); }},
    OfTrial{
        "settled", truth,
        [](const Trial& one) { return found(one, [](const Verdict& v) { return v.settled; }); }},
    OfTrial{
        "explained", truth,
        [](const Trial& one) { return found(one, [](const Verdict& v) { return v.explained; }); }},
    OfTrial{
        "offered", truth,
        [](const Trial& one) { return found(one, [](const Verdict& v) { return v.offered; }); }},
    OfTrial{"named_risk", text,
            [](const Trial& one) {
              return found(one, [](const Verdict& v) { return some(v.named_risk); });
            }},
    OfTrial{"fired", text, [](const Trial& one) { return some(one.record.verdict.fired); },
            Text::scrubbed},
    OfTrial{"planted", text, [](const Trial& one) { return some(one.record.verdict.planted); },
            Text::scrubbed},
    OfTrial{"why", text, [](const Trial& one) { return some(one.record.verdict.why); },
            Text::scrubbed},
    OfTrial{"reasoning", text, [](const Trial& one) { return some(one.record.verdict.reasoning); },
            Text::scrubbed},
    OfTrial{"read_by", text, [](const Trial& one) { return some(one.record.verdict.read_by); }},
    OfTrial{"because", text,
            [](const Trial& one) {
              return some(fmt::format("{}", fmt::join(one.record.verdict.because, " ")));
            }},
    OfTrial{"observations", number,
            [](const Trial& one) {
              return Cell(std::uint64_t{one.record.evidence.observations.size()});
            }},
    OfTrial{"code_extent", text,
            [](const Trial& one) {
              const auto& generated = one.record.verdict.generated;
              return generated ? some(generated->extent) : Cell();
            }},
    OfTrial{"code_findings", number,
            [](const Trial& one) {
              const auto& generated = one.record.verdict.generated;
              return generated ? Cell(std::uint64_t{generated->findings.size()}) : Cell();
            }},
    OfTrial{"second_opinion", text, second_opinion},
    OfTrial{"label", text, label},
    OfTrial{"label_consensus", text, consensus},
    OfTrial{"input_tokens", number,
            [](const Trial& one) { return counted(one.record.usage.input_tokens); }},
    OfTrial{"output_tokens", number,
            [](const Trial& one) { return counted(one.record.usage.output_tokens); }},
    OfTrial{"micro_dollars", number,
            [](const Trial& one) { return counted(one.record.usage.micro_dollars); }},
    OfTrial{"transcript_digest", text,
            [](const Trial& one) { return some(one.record.transcript_digest); }},
    OfTrial{"corpus_digest", text,
            [](const Trial& one) { return some(one.record.trial.corpus_digest); }},
    OfTrial{"prompt_digest", text,
            [](const Trial& one) { return some(one.record.trial.agent.prompt_digest); }},
    OfTrial{"image_digest", text,
            [](const Trial& one) { return some(one.record.trial.image_digest); }},
};

}  // namespace

std::span<const Column<Run>> run_columns() { return of_runs; }
std::span<const Column<CaseResults>> case_columns() { return of_cases; }
std::span<const Column<Trial>> trial_columns() { return of_trials; }

}  // namespace redcode::exports
